/** What other features may use of this one. */
export {
  type Carried,
  pathTables,
  readablePathTables,
  type RuleCheck,
  siteRules,
  stoppingTables,
} from '#server/features/policy/site-rules.ts';
