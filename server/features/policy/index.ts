/** What other features may use of this one. */
export { type Asking, loaderOf, packetAt, readableTables, traceOf, withZones } from '#server/features/policy/packet-trace.ts';
export { type LoadedTable } from '#server/features/policy/rule-tables.ts';
