import { createHash } from 'node:crypto';

import { noteVerdict } from '#server/features/upgrade/app-verdict.ts';
import type { Scanner } from '#server/kernel/scanner.ts';
import type { Services } from '#server/kernel/services.ts';

const KIND = 'app.scan';
const TAKES_MS = 20_000;

/** The scanner of the demo. Its verdict depends on the digest alone: the same file is always found alike. */
export function demoScanner({ jobs, store, system, clock }: Pick<Services, 'jobs' | 'store' | 'system' | 'clock'>): Scanner {
  jobs.on(KIND, ['id'], ({ id }) => noteVerdict({ store, system, clock }, id, verdictOf));
  return { scan: (id, tx) => jobs.at(clock.now() + TAKES_MS, KIND, { id }, { id: `${KIND} ${id}`, tx }) };
}

/** What is found in a file, undefined when it is clean; about one file in sixteen is not. */
export function verdictOf(sha256: string): string | undefined {
  const digest = createHash('sha256').update(`scan ${sha256}`).digest();
  return digest[0] !== undefined && digest[0] < 16 ? `Adware.Generic.${digest.toString('hex').slice(2, 8)}` : undefined;
}
