import type { Entities } from '#generated/server/entities.ts';
import { limitReached, siteNoSn } from '#generated/problems.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Handlers, write } from '#server/kernel/handler.ts';
import { requireNetwork } from '#server/kernel/require-network.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { actOn, itemAction } from '#server/kernel/resource/action.ts';
import { answerOf } from '#server/kernel/resource/item.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import { deleteItem } from '#server/kernel/resource/references.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { deviceOf } from '#server/features/site/index.ts';
import { refuseTakenMac } from '#server/features/mobile-office/rules/wireless-account.ts';
import type { Draft } from '#server/store/items/typed.ts';

const MOST_MACS = 5;

type MacApproval = Entities['MacApproval'];

/** What operators do with mobile users: let devices in, end connections, ask a directory whether it answers. */
export const mobileOffice = {
  approveMacApproval: itemAction('MacApproval', async (doc, change) => {
    await bind(doc, change);
    return decided(doc, 'approved', change);
  }),
  rejectMacApproval: itemAction('MacApproval', async (doc, change) => {
    await unbind(doc, change);
    return decided(doc, 'rejected', change);
  }),

  takeOfflineOnlineStatus: write(async (call, tx) => {
    const change = await actOn('OnlineStatus', call, tx);
    const { spec, before } = change;
    await deleteItem(before, change);
    const logs = call.services.store.spec('AppLog');
    await tx.insert(logs, ended(before.doc, change), {}, call.served.operation.id);
    return answerOf(spec, tx, before);
  }),

  testThirdPartyAuth: itemAction('ThirdPartyAuth', async (doc, change) => {
    const network = requireNetwork(change.call);
    const { clock, store } = change.call.services;
    const sites = store.spec('Site');
    const site = doc.siteId !== undefined ? await change.tx.anyOf(sites, doc.siteId) : undefined;
    const device = site && (await deviceOf(change, site.doc.sn));
    if (site && !device) throw new ProblemError(siteNoSn());
    const found = network.reach(hostOf(doc), device && { state: device.doc.state });
    const testState = found === 'answered' ? 'success' : 'failed';
    return { ...doc, testState, testedAt: timestamp(clock.now()), testDetail: found };
  }),
} satisfies Handlers;

/** The approved device is one of the account's from now on. */
async function bind(doc: MacApproval, change: Change<'MacApproval'>): Promise<void> {
  const { call, tx } = change;
  const spec = call.services.store.spec('WirelessAccount');
  const account = await tx.get(spec, doc.accountId);
  const { mac } = doc;
  if (!account) return;
  await refuseTakenMac(mac, '/mac', account.doc, change);
  const macs = account.doc.macAddresses ?? [];
  if (macs.includes(mac)) return;
  if (macs.length >= MOST_MACS) throw new ProblemError(limitReached({ limit: MOST_MACS }));
  await tx.update(spec, account, { ...account.doc, macAddresses: [...macs, mac] }, account.secret, call.served.operation.id);
}

/** A device that is no longer approved is no longer bound. */
async function unbind(doc: MacApproval, { call, tx }: Change<'MacApproval'>): Promise<void> {
  const spec = call.services.store.spec('WirelessAccount');
  const account = await tx.get(spec, doc.accountId);
  const macs = account?.doc.macAddresses ?? [];
  if (!account || !macs.includes(doc.mac)) return;
  const left = macs.filter((mac) => mac !== doc.mac);
  await tx.update(spec, account, { ...account.doc, macAddresses: left }, account.secret, call.served.operation.id);
}

function decided(doc: MacApproval, state: MacApproval['state'], { call }: Change<'MacApproval'>): MacApproval {
  return { ...doc, state, decidedAt: timestamp(call.services.clock.now()), decidedBy: principalOf(call).username };
}

/** What the log says of a connection that an operator ended. */
function ended(session: Entities['OnlineStatus'], { call }: Change): Draft<'AppLog'> {
  const { companyId, accountId, username, deviceName, mac, platform, clientVersion, ip, publicIp } = session;
  return {
    companyId,
    accountId,
    username,
    deviceName,
    mac,
    platform,
    clientVersion,
    ip,
    publicIp,
    id: newId(),
    at: timestamp(call.services.clock.now()),
    event: 'forcedOffline',
    result: 'success',
    detail: principalOf(call).username,
  };
}

/** The host that a connection asks: of its server, or of its address. */
function hostOf({ server, issuer, ssoUrl }: Entities['ThirdPartyAuth']): string {
  return server ?? URL.parse(issuer ?? ssoUrl ?? '')?.hostname ?? '';
}
