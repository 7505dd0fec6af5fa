import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asObject } from '#domain/json.ts';
import { bundleContract } from './bundle.ts';

const contract = `openapi: 3.1.0
info: { title: Gauges, version: '1' }
paths:
  /gauges:
    get: { responses: { '200': { description: All } } }
    delete: { responses: { '204': { description: Gone } } }
components:
  schemas:
    Gauge:
      type: object
      properties:
        height: { type: number }
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overlay-'));
  writeFileSync(join(folder, 'gauges.yaml'), contract);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function laid(text: string): ReturnType<typeof bundleContract> {
  const overlay = join(folder, 'own.overlay.yaml');
  writeFileSync(overlay, text);
  return bundleContract(join(folder, 'gauges.yaml'), { strict: false, overlays: [overlay] });
}

test('an overlay updates and removes what its paths find, in their order, and tells a target that is nowhere', async () => {
  const { document, warnings } = await laid(`overlay: 1.0.0
info: { title: Ours, version: '1' }
actions:
  - target: $.info
    update: { title: Tide gauges }
  - target: $.paths['/gauges'].delete
    remove: true
  - target: $.components.schemas.Gauge.properties[?@.type == 'number']
    update: { x-ui: { unit: m } }
  - target: $.components.schemas.Gauge
    update: { title: Tide gauge }
  - target: $.components.schemas.Gouge
    update: { title: Mistyped }
`);
  expect(document['info']).toEqual({ title: 'Tide gauges', version: '1' });
  expect(Object.keys(asObject(asObject(document['paths'])['/gauges']))).toEqual(['get']);
  expect(asObject(asObject(document['components'])['schemas'])['Gauge']).toEqual({
    type: 'object',
    title: 'Tide gauge',
    properties: { height: { type: 'number', 'x-ui': { unit: 'm' } } },
  });
  expect(warnings).toEqual(['own.overlay.yaml: action 5: nothing is at $.components.schemas.Gouge']);
});

test('what Redocly cannot parse is read as YAML 1.2 has it, and refined all the same', async () => {
  const loose = join(folder, 'loose.yaml');
  writeFileSync(loose, contract.replace(' { type: number }', '\n          enum: [\n            1, 2\n          ]\n          type: number'));
  const overlay = join(folder, 'loose.overlay.yaml');
  writeFileSync(
    overlay,
    "overlay: 1.0.0\ninfo: { title: Ours, version: '1' }\nactions:\n  - { target: $.info, update: { title: Loose } }\n",
  );
  const { document } = await bundleContract(loose, { strict: false, overlays: [overlay] });
  expect(asObject(document['info'])['title']).toBe('Loose');
});

test.each([
  ['no overlay', 'openapi: 3.1.0\n', 'This is no overlay.'],
  ['no actions', 'overlay: 1.0.0\n', 'It holds no actions.'],
  ['an action without a target', 'overlay: 1.0.0\nactions: [{ remove: true }]\n', 'Action 1 has no target.'],
  ['a target that is no path', "overlay: 1.0.0\nactions: [{ target: '$.paths[', remove: true }]\n", 'Action 1: $.paths[ is no JSONPath'],
  ['what is no YAML', 'overlay: [\n', 'It cannot be read'],
])('%s is one sentence', async (_what, text, sentence) => {
  await expect(laid(text)).rejects.toThrow(sentence);
});
