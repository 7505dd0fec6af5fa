import { isSecret } from '#domain/document.ts';
import type { Field } from '#domain/model.ts';
import type { Change } from '#history/diff.ts';
import { fieldAt } from '#resource/fields.ts';
import { parsePointer } from '#domain/pointer.ts';

const HIDDEN = '"••••••"';

/** Changes line by line as a device's configuration is read: place and value, `-` what goes and `+` what comes. Secrets stay hidden. */
export function textOfChanges(root: Field, changes: readonly Change[]): string {
  return changes
    .flatMap(({ pointer, before, after }) => {
      const field = fieldAt(root, parsePointer(pointer).join('.'));
      const line = (sign: string, value: unknown): string[] =>
        value === undefined ? [] : [`${sign} ${placeOf(pointer)} = ${field && isSecret(field) ? HIDDEN : JSON.stringify(value)}`];
      return [...line('-', before), ...line('+', after)];
    })
    .join('\n');
}

/** `/wan/0/ip` is `wan[1].ip`: rows are counted from one, as everywhere on the page. */
function placeOf(pointer: string): string {
  return parsePointer(pointer).reduce(
    (path, segment) =>
      /^\d+$/.test(segment) && path !== '' ? `${path}[${Number(segment) + 1}]` : path === '' ? segment : `${path}.${segment}`,
    '',
  );
}
