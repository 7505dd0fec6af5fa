/** What other features, and the demo network, may use of this one. */
export { breachOf, meanOf, measuredOnly } from '#server/features/sla/judgement.ts';
export { probePeriod, runProbes, watchProbes } from '#server/features/sla/probe-periods.ts';
