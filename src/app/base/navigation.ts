import type { Mode, Model, NavigationEntry } from '#domain/model.ts';
import { isOpen, type Viewer } from '#api/viewer.ts';

export type MenuGroup = { name: string; title: { zh: string; en: string }; entries: NavigationEntry[] };

/** Rendered outside the shell. */
const publicPaths = new Set(['/login', '/404']);
const allModes: Mode[] = ['global', 'channel', 'company'];
/** For whoever builds or reviews widgets: not the contract's, and in no menu. */
const preview: NavigationEntry = {
  path: '/preview',
  group: 'home',
  modes: [],
  hidden: true,
  screen: 'preview',
  title: { zh: '控件预览', en: 'Widget preview' },
};

/** Every page there is: the navigation's, one for each resource that no entry names, and the preview of widgets. */
export function pages(model: Model): NavigationEntry[] {
  const entries = model.navigation.filter((entry) => entry.missing !== true && !publicPaths.has(entry.path));
  const named = new Set(entries.flatMap((entry) => entry.tabs ?? []));
  const paths = new Set(entries.map((entry) => entry.path));
  const others = Object.values(model.resources)
    .filter((resource) => !named.has(resource.name) && !paths.has(resource.route))
    .map((resource) => ({ path: resource.route, group: resource.tag, modes: allModes, tabs: [resource.name], title: resource.plural }));
  return [...entries, ...others, ...(paths.has(preview.path) ? [] : [preview])];
}

/** The menu: groups in their order, those of the contract's tags behind them, empty ones left out. */
export function menu(model: Model, viewer: Viewer): MenuGroup[] {
  const visible = pages(model).filter((entry) => entry.hidden !== true && isOpen(entry, viewer));
  const groups = new Map<string, MenuGroup>(model.groups.map(({ name, title }) => [name, { name, title, entries: [] }]));
  for (const entry of visible) {
    const group = groups.get(entry.group) ?? { name: entry.group, title: { zh: entry.group, en: entry.group }, entries: [] };
    group.entries.push(entry);
    groups.set(entry.group, group);
  }
  return [...groups.values()].filter((group) => group.entries.length > 0);
}

/** Where `/` leads: the dashboard in company mode where there is one, else the first visible page. */
export function landing(model: Model, viewer: Viewer): string | undefined {
  const entries = menu(model, viewer).flatMap((group) => group.entries);
  const dashboard = viewer.mode === 'company' ? entries.find((entry) => entry.path === '/dashboard') : undefined;
  return (dashboard ?? entries[0])?.path;
}

/** A group's own address: its redirect where that is visible, else its first visible page. */
export function groupTarget(model: Model, viewer: Viewer, name: string): string | undefined {
  const redirect = model.groups.find((group) => group.name === name)?.redirect;
  const entries = menu(model, viewer).find((group) => group.name === name)?.entries ?? [];
  return (entries.find((entry) => entry.path === redirect) ?? entries[0])?.path;
}

/** Pages that have a counterpart in another mode (spec section 2). */
const counterparts: Partial<Record<Mode, Record<string, string>>> = {
  company: { '/areaCode': '/companyAreaCode' },
  global: { '/companyAreaCode': '/areaCode', '/companyServiceDetail': '/areaCode' },
};

/** The page to be on after a change of mode: the same one, its counterpart, or the first visible one. */
export function pathInMode(model: Model, viewer: Viewer, path: string): string {
  const form = Object.values(model.resources).find(({ formPage, route }) => formPage && path.startsWith(`${route}/`));
  const wanted = counterparts[viewer.mode]?.[path] ?? form?.route ?? path;
  const entry = pages(model).find((page) => page.path === wanted);
  return entry !== undefined && isOpen(entry, viewer) ? wanted : (landing(model, viewer) ?? '/');
}
