/** What other features may use of this one. */
export { operationsList, visible } from '#server/features/platform/operations/operation-log.ts';
