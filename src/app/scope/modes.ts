import { canOpen } from '#api/can.ts';
import { storedCompany, type Channel, type Company } from '#api/workspace.ts';
import type { Viewer } from '#api/viewer.ts';
import { isSuperAdmin, type UserInfo } from '#api/user.ts';
import type { Mode, Model } from '#domain/model.ts';
import { firstChannel, firstCompany } from './companies.ts';

/** The target company whose name means every company (spec sections 6, 9). */
const ALL = 'all';

/** Spec section 6, mode entry. */
export function allowedModes(user: UserInfo): Mode[] {
  const { accountType } = user.extra;
  const companies = (user.extra.companyList?.length ?? 0) > 0 || (user.companies?.length ?? 0) > 0;
  const channels = channelsOf(user).length > 0;
  if (isSuperAdmin(user)) return ['global', 'channel', 'company'];
  const modes: Mode[] = [];
  if (accountType === 'global' && companies) modes.push('global');
  if (accountType === 'channel' || (accountType === 'global' && channels)) modes.push('channel');
  if (companies || accountType === 'company') modes.push('company');
  return modes;
}

/** Whether a company is still the operator's to enter: what was delegated ends. A server that lists none decides by itself. */
export function mayEnterCompany(user: UserInfo, companyId: string): boolean {
  return isSuperAdmin(user) || (user.extra.companyList?.includes(companyId) ?? true);
}

/** Whether a channel is still the operator's to look after. */
export function mayEnterChannel(user: UserInfo, channelId: string): boolean {
  return isSuperAdmin(user) || channelsOf(user).some(({ id }) => id === channelId);
}

/** Where an operator starts who has worked nowhere yet: what the server names, else the narrowest mode he has. */
export function firstMode(user: UserInfo): Mode {
  const modes = allowedModes(user);
  const target: Mode | undefined =
    user.targetCompany?.name === ALL ? 'global' : user.targetChannelId ? 'channel' : user.targetCompany?.companyId ? 'company' : undefined;
  if (target !== undefined && modes.includes(target)) return target;
  if (isSuperAdmin(user)) return 'global';
  return modes.includes('company') ? 'company' : (modes[0] ?? 'company');
}

/** What entering a mode means: channel takes the first channel, company the last company, else the first one. */
export async function workspaceOf(
  mode: Mode,
  user: UserInfo,
): Promise<{ mode: Mode; company?: Company | undefined; channel?: Channel | undefined }> {
  if (mode === 'channel') return { mode, channel: channelsOf(user)[0] ?? (await firstChannel()) };
  const last = storedCompany();
  if (mode === 'company') return { mode, company: last && mayEnterCompany(user, last.id) ? last : (named(user) ?? (await firstCompany())) };
  return { mode };
}

/** Channels stand in the user info as arrays whose first item is the id. */
export function channelsOf(user: UserInfo): Channel[] {
  const listed = (user.extra.channels ?? []).flatMap(([id, name]) => (id === undefined ? [] : [{ id, name: name ?? id }]));
  const own = user.extra.channelTradeId;
  return listed.length > 0 || !own ? listed : [{ id: own, name: own }];
}

/** What the operator would see in that mode. */
export function viewerIn(model: Model, user: UserInfo, mode: Mode, auditType?: string): Viewer {
  return { mode, auditType, open: canOpen(model, user) };
}

function named(user: UserInfo): Company | undefined {
  const target = user.targetCompany;
  if (target === undefined || target.name === ALL || !target.companyId) return undefined;
  return { id: target.companyId, name: target.name, ...(target.auditType ? { auditType: target.auditType } : {}) };
}
