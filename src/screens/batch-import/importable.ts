import { canCreate } from '#api/can.ts';
import { isOpen, type Viewer } from '#api/viewer.ts';
import type { UserInfo } from '#api/user.ts';
import type { Language, Model } from '#domain/model.ts';

export type ImportGroup = { name: string; title: string; resources: { name: string; title: string }[] };

/** Every resource of which this operator may create something here, grouped as the menu is. */
export function importable(
  model: Model,
  user: UserInfo,
  viewer: Viewer,
  params: Record<string, string>,
  language: Language,
): ImportGroup[] {
  return model.groups
    .map(({ name, title }) => ({ name, title: title[language], resources: resourcesOf(name) }))
    .filter(({ resources }) => resources.length > 0);

  function resourcesOf(group: string): ImportGroup['resources'] {
    const names = model.navigation.filter((entry) => entry.group === group && isOpen(entry, viewer)).flatMap(({ tabs }) => tabs ?? []);
    return [...new Set(names)].flatMap((name) => {
      const summary = model.resources[name];
      return summary && canCreate(model, user, summary, params) ? [{ name, title: summary.plural[language] }] : [];
    });
  }
}
