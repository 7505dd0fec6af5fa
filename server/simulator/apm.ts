import type { Entities } from '#generated/server/entities.ts';
import { drift, seedOf } from '#server/kernel/draw.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { activity } from '#server/simulator/rhythm.ts';
import type { TargetMeasure } from '#server/telemetry/port.ts';

/** An application as it is measured from one area. */
export type Application = Pick<Entities['ApmTarget'], 'id' | 'name' | 'url' | 'category'>;
/** What it usually shows; nothing where it does not answer. */
type Usual = Partial<Record<TargetMeasure, number>>;
type Temper = Entities['ApmTarget']['state'];

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
export const measuredApplications: readonly Application[] = applications.flatMap(([name, host, category]) =>
  ['cn', 'ap'].map((area): Application => ({
    id: `apm-${host}-${area}`,
    name: `${name} ${area.toUpperCase()}`,
    url: `https://${host}.${area}.example.com`,
    category,
  })),
);

const troubled: Readonly<Record<string, Temper>> = { 'https://stock.ap.example.com': 'failing', 'https://drive.ap.example.com': 'unknown' };
const usual = new Map<string, Usual>();

/** What the network usually measures of an address, whoever asks for it. */
function usualOf(url: string): Usual {
  const known = usual.get(url);
  if (known) return known;
  const random = randomFrom(`apm ${url}`);
  const state = troubled[url] ?? (random.chance(0.2) ? 'slow' : 'normal');
  const far = url.includes('.ap.') ? 2 : 1;
  const p50 = random.int(30, 90) * far * (state === 'slow' ? 5 : 1);
  const figures: Usual =
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
  usual.set(url, figures);
  return figures;
}

/** A figure of an application at an instant: around its usual one. */
export function apmAt(url: string, measure: TargetMeasure, at: number): number | undefined {
  const figure = usualOf(url)[measure];
  if (figure === undefined) return undefined;
  // percentiles of one minute rise and fall together
  const wave = drift(seedOf(`${url}/${/^p\d/.test(measure) ? 'time' : measure}`), at, 20 * MINUTE);
  if (measure === 'throughput') return Math.round(figure * (0.15 + activity('office', at)) * (0.9 + 0.2 * wave));
  if (measure === 'apdex') return Math.min(1, Math.round((figure + 0.06 * (wave - 0.5)) * 100) / 100);
  const moved = figure * (measure === 'errorRate' ? 0.4 + 1.2 * wave : 0.8 + 0.4 * wave);
  return Math.min(measure === 'errorRate' ? 100 : Infinity, Math.round(moved * 10) / 10);
}
