import { dialingStep } from '#server/simulator/dialing.ts';
import { captureOf, diagnosisStep } from '#server/simulator/diagnosis/step.ts';
import { executionStep } from '#server/simulator/execution.ts';
import { softwareUpgrade } from '#server/simulator/software-upgrade.ts';
import { reach } from '#server/simulator/reachable.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Network, Progress, TaskName } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';
import type { StepContext } from '#server/simulator/step-context.ts';

const KIND = 'simulate.delivery';
const steps: { [Name in TaskName]: (context: StepContext<Name>) => Promise<Progress<Name>> } = {
  DiagnosisTask: diagnosisStep,
  DialingTask: dialingStep,
  ExecutionTask: executionStep,
};
const TAKES_MS = 5000;

/** The demo network: a device that is online takes its configuration some seconds later, one that is away takes none. */
export function simulatedNetwork(
  services: () => Services,
  { jobs, store, system, clock }: Pick<Services, 'jobs' | 'store' | 'system' | 'clock'>,
): Network {
  jobs.on(KIND, ['siteId'], async ({ siteId }) => {
    const [sites, devices] = [store.specIf('Site'), store.specIf('Device')];
    if (!sites || !devices) return;
    await system.write(async (tx) => {
      const site = await tx.get(sites, siteId);
      const { sn, configState } = site?.doc ?? {};
      if (!site || typeof sn !== 'string' || (configState !== 'pending' && configState !== 'undelivered')) return;
      const [device] = await tx.find(devices, { sn }, { limit: 1 });
      if (device?.doc.state !== 'ONLINE' && device?.doc.state !== 'EXCEPTION') return;
      await tx.annotate(sites, site, { ...site.doc, configState: 'success', configuredAt: timestamp(clock.now()) });
    });
  });
  return {
    deliver: (siteId, tx) => jobs.at(clock.now() + TAKES_MS, KIND, { siteId }, { id: `${KIND} ${siteId}`, tx }),
    progress: (task, work) => steps[task]({ ...work, services: services() }),
    capture: (task) => system.write((tx) => captureOf({ services: services(), tx }, task)),
    installed: (order) => Promise.resolve(softwareUpgrade(order)),
    reach,
  };
}
