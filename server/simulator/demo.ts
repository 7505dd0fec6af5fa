import { simulateFlows } from '#server/simulator/flow-job.ts';
import { simulateMonitoring } from '#server/simulator/monitoring.ts';
import { simulateAlarms } from '#server/simulator/run.ts';
import type { Services } from '#server/kernel/services.ts';

/*
 * The demo network as the start puts it into a server: loaded where there is to be one, and nowhere else.
 */
export { demoScanner } from '#server/simulator/app-scanner.ts';
export { simulatedNetwork } from '#server/simulator/delivery.ts';
export { demoTelemetry } from '#server/simulator/telemetry.ts';
export { demoWorld } from '#server/simulator/world/demo-world.ts';

/** Lets the demo network go on by itself. */
export async function simulate(services: Services): Promise<void> {
  await simulateAlarms(services);
  await simulateMonitoring(services);
  await simulateFlows(services);
}
