import { useMemo } from 'react';
import { canOpen, type CanOpen } from '#api/can.ts';
import { useWorkspace } from './workspace.ts';
import { useModel } from '#api/model.ts';
import { useUser } from '#api/user.ts';
import type { Mode, Model, NavigationEntry } from '#domain/model.ts';

/** Who looks, from where. */
export type Viewer = { mode: Mode; auditType?: string | undefined; open: CanOpen };

/** What the operator may see, here and now. */
export function useViewer(): Viewer {
  const model = useModel();
  const user = useUser();
  const { mode, auditType } = useWorkspace();
  return useMemo(() => ({ mode, auditType, open: canOpen(model, user) }), [model, user, mode, auditType]);
}

/** Spec section 2: the menu hides routes of other modes and of the wrong audit type, and what the operator may not open. */
export function isOpen(entry: NavigationEntry, { mode, auditType, open }: Viewer): boolean {
  if (entry.modes.length > 0 && !entry.modes.includes(mode)) return false;
  if (entry.audit !== undefined && entry.audit !== auditType) return false;
  // hidden routes are open to everyone whom the server allows
  return entry.hidden === true || open(entry);
}

/** The address that shows one item beside its list; undefined where the operator has no such page here. */
export function itemAddress(model: Model, viewer: Viewer, resource: string, id: string): string | undefined {
  return listAddress(model, viewer, resource, { view: id });
}

/** The page of the navigation on which a resource stands; undefined where it has only its own address. */
export function pageOf(model: Model, resource: string): NavigationEntry | undefined {
  return model.navigation.find(({ tabs }) => tabs?.includes(resource));
}

/** The address of a list, narrowed or with something open; undefined where the operator has no such page here. */
export function listAddress(model: Model, viewer: Viewer, resource: string, state: Record<string, string>): string | undefined {
  const summary = model.resources[resource];
  const entry = pageOf(model, resource);
  if (summary === undefined || (entry !== undefined && !isOpen(entry, viewer))) return undefined;
  const search = new URLSearchParams({ ...(entry?.tabs && entry.tabs.length > 1 ? { tab: resource } : {}), ...state });
  return `${summary.route}?${search.toString()}`;
}
