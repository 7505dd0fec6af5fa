/** What other features may use of this one. */
export { recordedFlows } from '#server/features/monitoring/operations/flows.ts';
