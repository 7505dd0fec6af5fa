/** What other features may use of this one. */
export { alertName } from '#server/features/alarm/alert-codes.ts';
