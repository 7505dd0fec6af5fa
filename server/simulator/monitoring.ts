import type { Services } from '#server/kernel/services.ts';
import { resumeReports } from '#server/features/report/report-job.ts';
import { resumeUpgrades } from '#server/features/upgrade/upgrades.ts';
import { resumeTasks } from '#server/features/task/task-steps.ts';

/** What is measured, done and reported in the demo WAN goes on by itself. */
export async function simulateMonitoring(services: Services): Promise<void> {
  await resumeTasks(services);
  await resumeUpgrades(services);
  await resumeReports(services);
}
