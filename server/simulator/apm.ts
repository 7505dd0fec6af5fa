import type { Entities } from '#generated/server/entities.ts';
import { drift, seedOf } from '#server/kernel/draw.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { activity } from '#server/simulator/rhythm.ts';
import type { TargetMeasure } from '#server/telemetry/port.ts';

type ApmTarget = Entities['ApmTarget'];
/** An application as it is measured from one area, with its usual figures; without any where it does not answer. */
export type Application = Pick<ApmTarget, 'id' | 'name' | 'url' | 'category' | 'state' | TargetMeasure>;

const applications = [
  ['办公套件', 'office', 'saas'],
  ['视频会议', 'meet', 'saas'],
  ['邮件', 'mail', 'office'],
  ['ERP', 'erp', 'office'],
  ['CRM', 'crm', 'saas'],
  ['收银', 'pos', 'office'],
  ['库存', 'stock', 'office'],
  ['代码仓库', 'git', 'office'],
  ['Console', 'console', 'office'],
  ['Web shop', 'shop', 'web'],
  ['HR', 'hr', 'saas'],
  ['网盘', 'drive', 'download'],
  ['培训视频', 'learn', 'video'],
  ['Single sign-on', 'sso', 'office'],
] as const;
const MINUTE = 60_000;

/** Applications that are measured, each from the mainland and from abroad. */
export const measuredApplications: readonly Application[] = applications.flatMap(([name, host, category], index) =>
  ['cn', 'ap'].map((area, far): Application => {
    const random = randomFrom(`apm ${host} ${area}`);
    const state = index === 6 && far === 1 ? 'failing' : index === 11 && far === 1 ? 'unknown' : random.chance(0.2) ? 'slow' : 'normal';
    const p50 = random.int(30, 90) * (far + 1) * (state === 'slow' ? 5 : 1);
    const figures: Pick<Application, TargetMeasure> =
      state === 'unknown'
        ? {}
        : {
            apdex: state === 'normal' ? random.int(92, 99) / 100 : state === 'slow' ? random.int(60, 80) / 100 : 0.12,
            throughput: random.int(20, 4000),
            errorRate: state === 'failing' ? 61.5 : random.int(0, 12) / 10,
            p50,
            p95: p50 * random.int(3, 5),
            p99: p50 * random.int(6, 11),
          };
    return {
      id: `apm-${host}-${area}`,
      name: `${name} ${area.toUpperCase()}`,
      url: `https://${host}.${area}.example.com`,
      category,
      state,
      ...figures,
    };
  }),
);

const byId = new Map(measuredApplications.map((each) => [each.id, each]));

/** A figure of an application at an instant: around its usual one. */
export function apmAt(id: string, measure: TargetMeasure, at: number): number | undefined {
  const usual = byId.get(id)?.[measure];
  if (usual === undefined) return undefined;
  // percentiles of one minute rise and fall together
  const wave = drift(seedOf(`${id}/${/^p\d/.test(measure) ? 'time' : measure}`), at, 20 * MINUTE);
  if (measure === 'throughput') return Math.round(usual * (0.15 + activity('office', at)) * (0.9 + 0.2 * wave));
  if (measure === 'apdex') return Math.min(1, Math.round((usual + 0.06 * (wave - 0.5)) * 100) / 100);
  const moved = usual * (measure === 'errorRate' ? 0.4 + 1.2 * wave : 0.8 + 0.4 * wave);
  return Math.min(measure === 'errorRate' ? 100 : Infinity, Math.round(moved * 10) / 10);
}
