import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContract } from '#codegen/read/contract.ts';
import { buildResources } from '#codegen/model.ts';
import { emitServer } from './server.ts';

const contract = `
openapi: 3.1.0
info: { title: Doors, version: '1' }
paths:
  /rooms/{roomId}/doors:
    parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listDoors
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 20 } }
        - { name: lock, in: query, schema: { type: array, items: { $ref: '#/components/schemas/Lock' } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object, required: [total, results], properties: { total: { type: integer }, results: { type: array, items: { $ref: '#/components/schemas/Door' } } } } } } } }
    post:
      operationId: createDoor
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Door' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Door' } } } } }
  /rooms/{roomId}/doors/{doorId}:
    parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }, { name: doorId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getDoor
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Door' } } } } }
    delete:
      operationId: deleteDoor
      responses: { '204': { description: gone } }
  /plan:
    get:
      operationId: drawPlan
      responses: { '200': { description: a file, content: { application/pdf: { schema: { type: string, format: binary } } } } }
components:
  schemas:
    Lock: { type: string, enum: [key, code] }
    Hinge: { type: object, required: [side], properties: { side: { enum: [left, 2] }, oil: { type: [number, 'null'] } } }
    Base: { type: object, required: [name], properties: { name: { type: string } } }
    Door:
      type: object
      x-ui: { id: doorId }
      x-data: { owner: roomId }
      properties:
        doorId: { type: string, readOnly: true }
        roomId: { type: string, readOnly: true }
        lock: { $ref: '#/components/schemas/Lock', default: key }
        hinges: { type: array, items: { $ref: '#/components/schemas/Hinge' } }
        inner: { $ref: '#/components/schemas/Door' }
        extra: { type: object, additionalProperties: true }
        fire-proof: { type: boolean }
        pin: { type: string, writeOnly: true }
        createdAt: { type: string, readOnly: true }
      allOf:
        - $ref: '#/components/schemas/Base'
        - if: { properties: { lock: { const: key } } }
          then: { required: [keys], properties: { keys: { type: integer }, lock: { const: key }, pin: false } }
          else: { properties: { keys: { type: string } } }
        - oneOf:
            - { properties: { width: { type: number } }, required: [width] }
            - { properties: { height: { type: number } }, required: [height] }
`;

const folder = mkdtempSync(join(tmpdir(), 'server-types-'));
let files: Map<string, string>;

beforeAll(async () => {
  const file = join(folder, 'doors.yaml');
  writeFileSync(file, contract);
  const read = await readContract(resolve(import.meta.dirname, '../..'), file);
  files = emitServer(read, buildResources(read));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What stands behind the name of a type or property in a generated file, on one line. */
function said(file: string, name: string): string | undefined {
  const lines = files.get(`server/${file}.ts`)!.split('\n');
  const start = lines.findIndex((line) => new RegExp(`^(export type| )\\s*${name}( =|:) `).test(line));
  if (start < 0) return undefined;
  const indent = /^ */.exec(lines[start]!)![0];
  const opens = lines[start]!.endsWith('{');
  const end = opens ? lines.findIndex((line, index) => index > start && line.startsWith(`${indent}}`)) : start;
  const text = lines.slice(start, end + 1).map((line) => line.trim());
  return text
    .join(' ')
    .replace(/^(export type )?\w+( =|:) /, '')
    .replace(/;$/, '');
}

test('an item is stored with its identity, its stamps, what the path says of it and its defaults, and without secrets', () => {
  expect(said('stored', 'Door')).toBe(
    '{ doorId: string; roomId: string; lock: Lock; hinges?: Hinge[]; inner?: Door; extra?: { [key: string]: Json }; ' +
      '"fire-proof"?: boolean; createdAt: string; name: string; keys?: number | string; width?: number; height?: number; }',
  );
  expect(said('stored', 'Lock')).toBe('"key" | "code"');
  expect(said('stored', 'Hinge')).toBe('{ side: "left" | 2; oil?: number | null; }');
});

test('a body has its secrets, and neither what is read-only nor a need for what has a default', () => {
  expect(said('sent', 'Door')).toBe(
    '{ lock?: Lock; hinges?: Hinge[]; inner?: Door; extra?: { [key: string]: Json }; "fire-proof"?: boolean; pin?: string; ' +
      'name: string; keys?: number | string; width?: number; height?: number; }',
  );
});

test('an entity says by what it is told from others, whose it is, and which single values it holds where', () => {
  expect(said('entities', 'Entities')).toBe('{ Door: stored.Door; }');
  expect(said('entities', 'EntityId')).toBe('{ Door: "doorId"; }');
  expect(said('entities', 'EntityOwner')).toBe('{ Door: "roomId"; }');
  expect(said('entities', 'EntityStamps')).toBe('{ Door: "createdAt"; }');
  const paths = said('entities', 'EntityPaths');
  expect(paths).toContain('lock: stored.Lock; "hinges[].side": "left" | 2; "hinges[].oil": number | null;');
  expect(paths).toContain('"inner.lock": stored.Lock;');
  expect(paths).not.toContain('inner.inner');
});

test('an operation says what goes into its handler and what comes out', () => {
  expect(said('handlers', 'listDoors')).toBe(
    '{ resource: "Door"; kind: "list"; path: { roomId: string; }; query: { limit: number; lock?: sent.Lock[]; }; body: undefined; ' +
      'answer: { total: number; results: stored.Door[]; }; }',
  );
  expect(said('handlers', 'createDoor')).toContain('body: sent.Door; answer: stored.Door;');
  expect(said('handlers', 'getDoor')).toContain('path: { roomId: string; doorId: string; }; query: Record<never, never>;');
  expect(said('handlers', 'deleteDoor')).toContain('body: undefined; answer: undefined;');
  expect(said('handlers', 'drawPlan')).toContain('answer: undefined;');
});
