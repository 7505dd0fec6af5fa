import type { Mode, Model, NavigationEntry } from '#domain/model.ts';
import type { CanOpen } from '#api/can.ts';

/** Who looks, from where. */
export type Sight = { mode: Mode; auditType?: string | undefined; open: CanOpen };
export type MenuGroup = { name: string; title: { zh: string; en: string }; entries: NavigationEntry[] };

/** Rendered outside the shell. */
const publicPaths = new Set(['/login', '/404']);
const allModes: Mode[] = ['global', 'channel', 'company'];

/** Every page there is: the navigation's, and one for each resource that no entry names. */
export function pages(model: Model): NavigationEntry[] {
  const entries = model.navigation.filter((entry) => entry.missing !== true && !publicPaths.has(entry.path));
  const named = new Set(entries.flatMap((entry) => entry.tabs ?? []));
  const paths = new Set(entries.map((entry) => entry.path));
  const others = Object.values(model.resources)
    .filter((resource) => !named.has(resource.name) && !paths.has(resource.route))
    .map((resource) => ({ path: resource.route, group: resource.tag, modes: allModes, tabs: [resource.name], title: resource.title }));
  return [...entries, ...others];
}

/** Spec section 2: the menu hides routes of other modes and of the wrong audit type, and what the operator may not open. */
export function isOpen(entry: NavigationEntry, { mode, auditType, open }: Sight): boolean {
  if (entry.modes.length > 0 && !entry.modes.includes(mode)) return false;
  if (entry.audit !== undefined && entry.audit !== auditType) return false;
  // hidden routes are open to everyone whom the server allows
  return entry.hidden === true || open(entry);
}

/** The menu: groups in their order, those of the contract's tags behind them, empty ones left out. */
export function menu(model: Model, sight: Sight): MenuGroup[] {
  const visible = pages(model).filter((entry) => entry.hidden !== true && isOpen(entry, sight));
  const groups = new Map<string, MenuGroup>(model.groups.map(({ name, title }) => [name, { name, title, entries: [] }]));
  for (const entry of visible) {
    const group = groups.get(entry.group) ?? { name: entry.group, title: { zh: entry.group, en: entry.group }, entries: [] };
    group.entries.push(entry);
    groups.set(entry.group, group);
  }
  return [...groups.values()].filter((group) => group.entries.length > 0);
}

/** Where `/` leads: the dashboard in company mode where there is one, else the first visible page. */
export function landing(model: Model, sight: Sight): string | undefined {
  const entries = menu(model, sight).flatMap((group) => group.entries);
  const dashboard = sight.mode === 'company' ? entries.find((entry) => entry.path === '/dashboard') : undefined;
  return (dashboard ?? entries[0])?.path;
}

/** A group's own address: its redirect where that is visible, else its first visible page. */
export function groupTarget(model: Model, sight: Sight, name: string): string | undefined {
  const redirect = model.groups.find((group) => group.name === name)?.redirect;
  const entries = menu(model, sight).find((group) => group.name === name)?.entries ?? [];
  return (entries.find((entry) => entry.path === redirect) ?? entries[0])?.path;
}

/** Pages that have a counterpart in another mode (spec section 2). */
const counterparts: Partial<Record<Mode, Record<string, string>>> = {
  company: { '/areaCode': '/companyAreaCode' },
  global: { '/companyAreaCode': '/areaCode', '/companyServiceDetail': '/areaCode' },
};

/** The page to be on after a change of mode: the same one, its counterpart, or the first visible one. */
export function pathInMode(model: Model, sight: Sight, path: string): string {
  const wanted = counterparts[sight.mode]?.[path] ?? path;
  const entry = pages(model).find((page) => page.path === wanted);
  return entry !== undefined && isOpen(entry, sight) ? wanted : (landing(model, sight) ?? '/');
}
