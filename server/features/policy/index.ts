/** What other features may use of this one. */
export { readableTables } from '#server/features/policy/packet-trace.ts';
export { type Carried, type RuleCheck, siteRules, stoppingTables } from '#server/features/policy/site-rules.ts';
