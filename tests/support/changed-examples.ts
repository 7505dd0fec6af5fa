import { join } from 'node:path';
import type { Finding } from '#codegen/build-error.ts';
import { checkExamples } from '#codegen/check/examples.ts';
import { readContract } from '#codegen/read/contract.ts';
import { ContractDocument } from '#codegen/read/document.ts';
import { sameJson } from '#domain/condition.ts';
import { asObject } from '#domain/json.ts';
import { bundle, pathItems } from '#tests/support/contract-document.ts';

/** What is wrong with the examples of a changed copy of our contract, of the paths that differ: all of ours are a step of `npm run check`. */
export async function changedExamples(copy: string): Promise<{ paths: string[]; findings: Finding[] }> {
  const contract = await readContract(copy, join(copy, 'openapi/openapi.yaml'));
  const { root } = contract.document;
  const ours = asObject(bundle['paths']);
  const changed = pathItems(root).filter(([path, item]) => !sameJson(item, ours[path]));
  const document = new ContractDocument({ ...root, paths: Object.fromEntries(changed) });
  return { paths: changed.map(([path]) => path), findings: checkExamples({ ...contract, document }) };
}
