/** Who writes where nobody asked for it. */
export const SYSTEM = 'system';
/** Touched by every change that somebody made, beside what was changed: the log has a line more. */
export const OPERATION_LOG = 'OperationLog';
