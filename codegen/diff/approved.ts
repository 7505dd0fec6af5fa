import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { asArray, asObject, asText } from '#domain/json.ts';
import { BuildError } from '../build-error.ts';
import { type Change, stopping } from './change.ts';

/** Reasons by fingerprint, as `openapi/approved-changes.yaml` gives them. */
export function readApprovals(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const reasons = new Map<string, string>();
  for (const [index, entry] of asArray(parse(readFileSync(file, 'utf8'))).entries()) {
    const [fingerprint, reason] = [asText(asObject(entry)['fingerprint']), asText(asObject(entry)['reason'])];
    if (fingerprint === undefined || reason === undefined || reason.trim() === '')
      throw new BuildError([
        {
          file,
          pointer: `/${index}`,
          message: 'An approval has no fingerprint or no reason.',
          remedy: 'Write `- { fingerprint: 0123456789ab, reason: why it is right }`.',
        },
      ]);
    reasons.set(fingerprint, reason);
  }
  return reasons;
}

export function withApprovals(changes: readonly Change[], approvals: ReadonlyMap<string, string>): Change[] {
  return changes.map((change) => {
    const approved = approvals.get(change.fingerprint);
    return approved === undefined ? change : { ...change, approved };
  });
}

/** What may not land before somebody says why it is right. */
export function open(changes: readonly Change[]): Change[] {
  return changes.filter(({ kind, approved }) => stopping.has(kind) && approved === undefined);
}
