import type { Draft } from '#server/store/items/typed.ts';
import type { Entities } from '#generated/server/entities.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Call, type Write, type Handlers, read, write } from '#server/kernel/handler.ts';
import { effectOf, obstacleOf } from '#server/features/policy/effect.ts';
import { issuedRule, rulesOfStrategy, sitesOfStrategy } from '#server/features/policy/strategy.ts';
import { actOn, itemAction } from '#server/kernel/resource/action.ts';
import { storeChange } from '#server/kernel/resource/change.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Change } from '#server/kernel/resource/entity.ts';

/** Rules that hold at some sites of a company. */
type OfSites =
  | 'AclRule'
  | 'AdvancedFirewallRule'
  | 'ApplicationFirewallRule'
  | 'DnatRule'
  | 'PolicyRoute'
  | 'RateLimitRule'
  | 'RouteTable'
  | 'SnatRule';

/** Actions on rules and strategies. */
export const policies = {
  copyToSitesAclRule: copyToSites('AclRule'),
  copyToSitesAdvancedFirewallRule: copyToSites('AdvancedFirewallRule'),
  copyToSitesApplicationFirewallRule: copyToSites('ApplicationFirewallRule'),
  copyToSitesDnatRule: copyToSites('DnatRule'),
  copyToSitesPolicyRoute: copyToSites('PolicyRoute'),
  copyToSitesRateLimitRule: copyToSites('RateLimitRule'),
  copyToSitesRouteTable: copyToSites('RouteTable'),
  copyToSitesSnatRule: copyToSites('SnatRule'),
  refreshRateLimitRule: itemAction('RateLimitRule', (doc) => ({ ...doc, state: 'refreshed' })),
  issueStrategyApplication: itemAction('StrategyApplication', (doc, change) => issued(doc, change, 'issued')),
  refreshStrategyApplication: itemAction('StrategyApplication', (doc, change) => issued(doc, change, 'refreshed')),
  previewStrategyApplication: read(preview),
} satisfies Handlers;

/** The rule holds at more sites; one without sites holds everywhere already. */
function copyToSites(resource: OfSites): Write<Call<{ siteIds: string[] }>, never> {
  return write(async (call: Call<{ siteIds: string[] }>, tx) => {
    const { spec, before } = await actOn(resource, call, tx);
    const { siteIds } = call.body;
    const present = before.doc.siteIds ?? [];
    if (present.length === 0) return answerOf(spec, tx, before);
    const all = [...new Set([...present, ...siteIds])];
    if (all.length === present.length) return answerOf(spec, tx, before);
    return answerOf(spec, tx, await storeChange(spec, before, { ...before.doc, siteIds: all }, { call, tx, spec, before }));
  });
}

/** The sites get the rules as they are now, or the application says why they cannot. */
async function issued(
  doc: Entities['StrategyApplication'],
  { tx, call }: Change<'StrategyApplication'>,
  state: 'issued' | 'refreshed',
): Promise<Draft<'StrategyApplication'>> {
  const rules = await rulesOfStrategy(tx, doc);
  const sites = await sitesOfStrategy(tx, doc);
  const failure = obstacleOf(rules, sites);
  if (failure !== undefined) return { ...doc, state: 'failed', failure };
  return {
    ...without(doc, 'failure'),
    state,
    version: (doc.version ?? 0) + 1,
    issuedAt: timestamp(call.services.clock.now()),
    standing: 'current',
    issuedRules: rules.map(issuedRule),
    issuedSites: sites.filter((site) => site.hasDevice).map((site) => site.siteId),
  };
}

/** What an issue or a refresh now would change. */
async function preview(call: Call) {
  const spec = call.services.store.spec('StrategyApplication');
  const { doc } = await findItem(spec, call, (id) => call.handle.get(spec, id));
  return { body: await effectOf(call, doc) };
}
