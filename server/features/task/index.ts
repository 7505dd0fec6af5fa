/** What other features may use of this one. */
export { isActive, publishTask, scheduleStep } from '#server/features/task/task-steps.ts';
