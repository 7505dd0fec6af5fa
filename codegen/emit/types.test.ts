import { join, resolve } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { readContract } from '../read/contract.ts';
import { makeTypes } from './types.ts';

const root = resolve(import.meta.dirname, '../..');

test.each(['openapi/openapi.yaml', 'codegen/fixtures/parts.yaml', 'codegen/fixtures/bare.yaml'])(
  'types of %s are those that openapi-typescript prints',
  { timeout: 180_000 },
  async (file) => {
    const { document } = await readContract(root, join(root, file));
    const input = JSON.stringify(document.root);
    expect(await makeTypes(input)).toBe(astToString(await openapiTS(input, { silent: true, alphabetize: false })));
  },
);
