import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asObject, isText } from '#domain/json.ts';
import { recordOf, sure } from '#tests/support/shape.ts';

const root = resolve(import.meta.dirname, '../..');

/** The names by which folders are imported. */
export const aliases = sure(asObject(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))['imports'], recordOf(isText));
