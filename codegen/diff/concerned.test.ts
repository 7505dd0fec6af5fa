import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { changed, circuit, contract, list, properties, property, schema, without } from '#tests/support/circuits.ts';
import { DiffSides } from '#tests/support/diff-sides.ts';
import { compareSides } from './compare.ts';
import { refusedExamples } from './documents.ts';
import { withConcerned } from './refusals.ts';
import { markdown } from './report.ts';
import type { Side } from './side.ts';
import { type Kept, keptOf } from './stored.ts';

let sides: DiffSides;
let base: Side;
beforeAll(async () => {
  sides = new DiffSides();
  base = await sides.of(contract);
});
afterAll(() => sides.remove());

describe('what there is that a change concerns', () => {
  const table = 'r_circuit';
  const row = (more: JsonObject): Kept => ({ table, doc: { id: 'c', name: 'A', vendor: 'Acme', ...more } });
  /** What is said of each change, with its counts. */
  const concerned = async (document: JsonObject, kept: readonly Kept[]): Promise<string[]> => {
    const after = await sides.of(document);
    const changes = await withConcerned(compareSides(base, after), { before: base, after }, refusedExamples(base, after), kept);
    return markdown({ base: 'main', changes, refused: [] })
      .split('\n')
      .flatMap((line) => /^- \*\*(.*?) `#/.exec(line)?.[1]?.replace('**', '') ?? []);
  };

  test('documents that newly fail are counted, stored ones and examples, at the place where they do', async () => {
    const lower = changed([...property('bandwidth'), 'maximum'], 500);
    const kept = [
      row({ bandwidth: 400 }),
      row({ bandwidth: 501 }),
      row({ bandwidth: 9000 }),
      row({ bandwidth: 999_999 }),
      row({ kind: 'fibre' }),
    ];
    // what did not fit before is no news
    expect(await concerned(lower, kept)).toEqual([
      'TIGHTEN field bandwidth: maximum 100000 becomes 500 (refuses 2 stored documents and 2 examples)',
    ]);
    const format = changed([...property('vendor'), 'format'], 'ipv4');
    expect(await concerned(format, [row({ vendor: '10.0.0.1' })])).toEqual([
      'TIGHTEN field vendor: format none becomes ipv4 (refuses 2 examples)',
    ]);
    const needed = changed([...schema, 'required'], ['name', 'vendor', 'bandwidth']);
    expect(await concerned(needed, [row({}), row({ bandwidth: 1 })])).toEqual([
      'BREAK field bandwidth: is required, without a default (refuses 1 stored document)',
    ]);
  });

  test('a saved view that names a filter, a column or an order that is gone is counted, and one that names the old name breaks', async () => {
    const parameters = asArray(asObject(asObject(asObject(contract['paths'])['/circuits'])['get'])['parameters']);
    const views: Kept[] = ['f.kind=fibre&size=50', 'cols=name,kind', 'sort=-vendor', 'f.elsewhere=1'].map((query) => ({
      list: 'Circuit',
      query,
    }));
    const filterGone = changed([...list, 'parameters'], parameters.slice(0, 2));
    expect(await concerned(filterGone, views)).toEqual(['BREAK filter kind disappears (named by 1 saved view)']);
    const gone = changed([...schema, 'properties'], without('kind'));
    const both = changed([...list, 'parameters'], parameters.slice(0, 2));
    asObject(asObject(both['components'])['schemas'])['Circuit'] = asObject(asObject(asObject(gone['components'])['schemas'])['Circuit']);
    const lines = await concerned(both, views);
    expect(lines).toContain('BREAK filter kind disappears (named by 1 saved view)');
    expect(lines).toContain('BREAK column kind disappears (named by 1 saved view)');
    const renamed = changed([...schema], {
      ...circuit,
      required: ['name', 'carrier'],
      properties: { ...without('vendor'), carrier: properties['vendor'] ?? null },
    });
    expect(await concerned(renamed, views)).toContain(
      'BREAK saved views show vendor, or sort by it, which is gone (named by 1 saved view)',
    );
    expect((await concerned(renamed, [])).filter((line) => line.startsWith('BREAK'))).toEqual([]);
  });

  test('a line of the database is a document, or the views of a list', () => {
    expect(keptOf('{"table":"r_circuit","doc":{"id":"c"}}')).toEqual([{ table, doc: { id: 'c' } }]);
    expect(keptOf('{"list":"Circuit","saved":{"views":[{"name":"Mine","query":"sort=name"}],"standard":"Mine"}}')).toEqual([
      { list: 'Circuit', query: 'sort=name' },
    ]);
  });
});
