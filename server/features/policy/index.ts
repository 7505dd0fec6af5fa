/** What other features may use of this one. */
export { loaderOf, packetAt, readableTables, traceOf, withZones } from '#server/features/policy/packet-trace.ts';
