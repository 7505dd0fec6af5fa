import openapiTS, { astToString } from 'openapi-typescript';
import type { Contract } from '../contract.ts';
import { banner, type Output } from './output.ts';

/** Types of every operation and schema, for bespoke screens, server handlers and tests. */
export async function emitTypes(contract: Contract): Promise<Output> {
  const nodes = await openapiTS(JSON.stringify(contract.document.root), { silent: true, alphabetize: false });
  return new Map([['client/types.ts', banner('//') + astToString(nodes)]]);
}
