import type { TFunction } from 'i18next';
import type { Scope } from '#resource/scope.ts';

/** What came back with an item; `path`: what refers to it again. */
export type Restored = { resource: string; id: string; label: string; path?: string };
/** What an item comes back without. What the viewer may not see has no name. */
export type NotRestored = {
  resource: string;
  id?: string;
  label?: string;
  path?: string;
  count?: number;
  reason: 'gone' | 'changed' | 'refused' | 'secret' | 'record';
  detail?: string;
};

type Words = { t: TFunction<'resource'>; scope: Scope };

/** Names beyond this many are counted. */
const NAMED = 5;

/** One line for what came along, one for what refers to it again. */
export function restoredMessages(back: readonly Restored[], { t, scope }: Words): string[] {
  const line = (key: 'deleted.along' | 'deleted.again', some: readonly Restored[]): string[] =>
    some.length === 0
      ? []
      : [
          t(key, {
            names: namesOf(
              some.map(({ resource, label }) => `${kindOf(scope, resource)} ${label}`),
              t,
            ),
          }),
        ];
  return [
    ...line(
      'deleted.along',
      back.filter(({ path }) => path === undefined),
    ),
    ...line(
      'deleted.again',
      back.filter(({ path }) => path !== undefined),
    ),
  ];
}

export function notRestoredMessage(
  { resource, label, path = '', count = 1, reason, detail = '' }: NotRestored,
  { t, scope }: Words,
): string {
  const hidden = label === undefined && (reason === 'gone' || reason === 'changed' || reason === 'refused') ? 'Hidden' : '';
  const field = resource === scope.resource.name ? (scope.labels.fields[path] ?? path) : path;
  return t(`deleted.without.${reason}${hidden}`, { kind: kindOf(scope, resource), name: label, count, detail, field });
}

/** A few by their names, and how many there are. */
export function namesOf(names: readonly string[], t: TFunction<'resource'>): string {
  const some = names.slice(0, NAMED).join(t('template.comma'));
  return names.length > NAMED ? t('delete.andMore', { names: some, count: names.length - NAMED, total: names.length }) : some;
}

function kindOf({ model, language }: Scope, resource: string): string {
  return model.resources[resource]?.title[language] ?? resource;
}
