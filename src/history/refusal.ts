import { ApiError, errorMessage } from '#api/error.ts';
import type { Labels } from '#domain/model.ts';
import { parsePointer } from '#domain/pointer.ts';

const MOST = 3;

/** Why something cannot be what it was: what no longer fits, at which property. There is no form in which it could be told. */
export function refusal(error: unknown, labels: Labels): string {
  if (!(error instanceof ApiError) || error.errors.length === 0) return errorMessage(error);
  const lines = error.errors.slice(0, MOST).map(({ pointer, detail }) => {
    const path = parsePointer(pointer)
      .map((segment) => (/^\d+$/.test(segment) ? '[]' : `.${segment}`))
      .join('')
      .replace(/^\./, '');
    return `${labels.fields[path] ?? path}: ${detail}`;
  });
  return [...lines, ...(error.errors.length > MOST ? ['…'] : [])].join(' ');
}
