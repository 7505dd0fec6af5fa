import { captureNone } from '#generated/problems.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { requireNetwork } from '#server/kernel/require-network.ts';
import { findItem } from '#server/kernel/resource/item.ts';

const SHOWN = 20;

/** What became of a test beside its own lines: the same one at other times, and the packets that it kept. */
export const diagnoses = {
  getDiagnosisTaskMeasurements: read(async (call) => {
    const { handle, services } = call;
    const spec = services.store.spec('DiagnosisTask');
    const { doc: task } = await findItem(spec, call, (id) => handle.get(spec, id));
    const { companyId, siteId, kind, target } = task;
    const found = await handle.docs(spec, {
      where: { companyId, siteId, kind, target },
      sort: [{ path: 'createdAt', descending: true }],
      skip: 0,
      limit: SHOWN + 1,
    });
    const isSame = (other: typeof task): boolean => other.wan === task.wan && other.port === task.port && other.id !== task.id;
    const runs = found.filter(isSame).slice(0, SHOWN);
    return {
      body: {
        runs: runs.map(({ id, startedAt, createdAt, state = 'pending', brokenAt, latency, lossRate, download, upload }) => ({
          diagnosisTaskId: id,
          at: startedAt ?? createdAt,
          state,
          ...(brokenAt === undefined ? {} : { brokenAt }),
          ...(latency === undefined ? {} : { latency }),
          ...(latency === undefined || task.latency === undefined ? {} : { latencyChange: Math.round((latency - task.latency) * 10) / 10 }),
          ...(lossRate === undefined ? {} : { lossRate }),
          ...(download === undefined ? {} : { download }),
          ...(upload === undefined ? {} : { upload }),
        })),
      },
    };
  }),

  downloadDiagnosisCapture: read(async (call) => {
    const spec = call.services.store.spec('DiagnosisTask');
    const { doc } = await findItem(spec, call, (id) => call.handle.get(spec, id));
    if (doc.kind !== 'capture' || doc.state !== 'success') throw new ProblemError(captureNone());
    const bytes = await requireNetwork(call).capture(doc);
    return { file: { name: `capture-${doc.target.replaceAll(/[^\w.-]/g, '_')}.pcap`, bytes } };
  }),
} satisfies Handlers;
