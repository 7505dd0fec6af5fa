import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { exampleField } from './cell.ts';
import { NumberCell } from './number-cell.tsx';

const counted: Partial<Field> = { limits: { minimum: 0 } };

test.each([
  ['what is counted', { ...counted, kind: 'integer' }, 1159, '1,159'],
  ['what is measured', { unit: 'ms' }, 1960.3, '1,960.3 ms'],
  ['a share', { unit: '%' }, 12.5, '12.5 %'],
  ['bytes', { unit: 'B' }, 1_572_864, '1.5 MB'],
  ['a rate', { unit: 'Mbps' }, 1500, '1.5 Gbps'],
  ['a port, which has a highest one', { kind: 'integer', limits: { minimum: 0, maximum: 65_535 } }, 8443, '8443'],
  ['a number that only names', { kind: 'integer' }, 4711, '4711'],
  ['a number of a format', { kind: 'integer', format: 'int64', ...counted }, 4_200_000_042, '4200000042'],
] satisfies [string, Partial<Field>, number, string][])('%s is written one way in lists, in both languages', (_, more, value, text) => {
  for (const language of ['zh', 'en'] as const) {
    const field = exampleField('value', { kind: 'number', ...more });
    const cell = (
      <NumberCell
        field={field}
        value={value}
        row={{}}
        labels={{ title: '', plural: '', fields: {}, enums: {}, groups: {}, actions: {}, help: {} }}
        language={language}
      />
    );
    expect(renderToStaticMarkup(cell)).toBe(`<span>${text}</span>`);
  }
});
