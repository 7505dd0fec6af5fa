import type { TaskState } from '#generated/server/stored.ts';
import type { Network, Progress, Work } from '#server/kernel/network.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Live, PublishedItem } from '#server/kernel/live-port.ts';
import type { Services } from '#server/kernel/services.ts';
import { findItems } from '#server/store/query/lookup.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db } from '#server/store/items/tables.ts';

/** From waiting to taken up, from taken up to running, and between two looks at a running one. */
const STEP_MS = 1000;
const FIRST: Readonly<Partial<Record<TaskState, TaskState>>> = { pending: 'assigned', assigned: 'running' };

const tasks = ['DiagnosisTask', 'DialingTask', 'ExecutionTask', 'SlaTask'] as const;
type Task = (typeof tasks)[number];

/** A look at what works on a task. Probes run on: their results come period by period. */
const looks: { [Name in Task]: (network: Network, work: Work<Name>) => Promise<Progress<Name>> } = {
  DiagnosisTask: (network, work) => network.progress('DiagnosisTask', work),
  DialingTask: (network, work) => network.progress('DialingTask', work),
  ExecutionTask: (network, work) => network.progress('ExecutionTask', work),
  SlaTask: (_, { item: { doc } }) => Promise.resolve({ doc, state: 'running' }),
};

/** assigned, pending, running (spec 4). */
export function isActive(doc: { state?: string }): boolean {
  return doc.state === 'assigned' || doc.state === 'pending' || doc.state === 'running';
}

/** Has a task looked at again in a while, not before `from`; the same task waits only once. */
export async function scheduleStep(
  { jobs, clock }: Services,
  spec: ItemSpec,
  id: string,
  { tx, from = 0 }: { tx?: Db; from?: number } = {},
): Promise<void> {
  await jobs.at(
    Math.max(from, clock.now() + STEP_MS),
    kindOf(spec.name),
    { id },
    { id: `${kindOf(spec.name)} ${id}`, ...(tx ? { tx } : {}) },
  );
}

/** Whether anything works on such a task: devices, or of probes also whoever fills a store of measurements. */
export function isWorkedOn({ network, telemetry }: Services, name: string): boolean {
  return network !== undefined || (name === 'SlaTask' && telemetry.source === 'store');
}

/** Tasks go on by the server's clock, those that a restart left included. */
export function runTasks(services: Services): void {
  for (const name of tasks) {
    services.jobs.on(kindOf(name), ['id'], ({ id }) => advance(services, name, id));
  }
}

/** Looks after the tasks that are active in the database without a job: those of a seed. */
export async function resumeTasks(services: Services): Promise<void> {
  const { store } = services;
  for (const name of tasks) {
    const spec = store.specIf(name);
    if (!spec) continue;
    const states: TaskState[] = name === 'SlaTask' ? ['pending', 'assigned'] : ['pending', 'assigned', 'running'];
    for (const { id, doc } of await findItems(store.engine.read, spec, { state: states }))
      await scheduleStep(services, spec, id, { from: firstTime(doc) });
  }
}

/** A task that was planned for later waits for its time. */
function firstTime({ state, startTime }: { state?: string; startTime?: string }): number {
  return state === 'pending' && startTime !== undefined ? Date.parse(startTime) : 0;
}

/** What nothing reaches any more stays as it is. */
async function progress<Name extends Task>({ network }: Services, name: Name, work: Work<Name>): Promise<Progress<Name>> {
  return network ? looks[name](network, work) : { doc: work.item.doc, state: 'running' };
}

async function advance<Name extends Task>(services: Services, name: Name, id: string): Promise<void> {
  const { store, system, clock, live } = services;
  const spec = store.specIf(name);
  if (!spec) return;
  const after = await system.write(async (tx) => {
    const item = await tx.get(spec, id);
    if (!item || !isActive(item.doc)) return undefined;
    const now = clock.now();
    // what runs without a beginning (a seed) begins now
    const next = FIRST[item.doc.state ?? 'running'] ?? (item.doc.startedAt === undefined ? 'running' : undefined);
    const changed = next
      ? entered(item.doc, next, now)
      : await progress(services, name, { tx, item, now, elapsed: elapsed(item.doc, now) });
    const isOver = changed.state === 'success' || changed.state === 'failed';
    const doc = { ...changed.doc, state: changed.state, ...(isOver ? { finishedAt: timestamp(now) } : {}) };
    if (doc.state === item.doc.state) await tx.annotate(spec, item, doc);
    else await tx.update(spec, item, doc, item.secret, 'task.step');
    // probes that run need no looking after
    if (isActive(doc) && !(name === 'SlaTask' && doc.state === 'running')) await scheduleStep(services, spec, id, { tx: tx.db });
    return { owner: item.owner, doc };
  });
  if (after) await publishTask(live, { resource: name, id, owner: after.owner }, after.doc);
}

/** Open pages learn that a task went on. */
export function publishTask(
  live: Live,
  item: PublishedItem,
  { state, progress = 0 }: { state?: string; progress?: number },
): Promise<void> {
  return live.publish(item, 'tasks', { resource: item.resource, id: item.id, state, progress });
}

function entered<Doc extends object>(doc: Doc, state: TaskState, now: number): { doc: Doc; state: TaskState } {
  return { doc: state === 'running' ? { ...doc, startedAt: timestamp(now) } : doc, state };
}

function elapsed({ startedAt }: { startedAt?: string }, now: number): number {
  return startedAt === undefined ? 0 : now - Date.parse(startedAt);
}

function kindOf(name: string): string {
  return `task ${name}`;
}
