import { asObject, type JsonObject } from '#domain/json.ts';
import { operationPointer } from './change.ts';

/** Whether a body is taken as it was: what is sent there, and all that it refers to, stands in both contracts in the same words. */
export function unchangedBodies(before: JsonObject, after: JsonObject): (method: string, path: string) => boolean {
  const [old, now] = [partsOf(before), partsOf(after)];
  const known = new Map<string, { same: boolean; refs: string[] }>();
  const look = (pointer: string): { same: boolean; refs: string[] } => {
    const text = now(pointer);
    return { same: text === old(pointer), refs: [...text.matchAll(/"\$ref":"(#[^"]*)"/g)].map(([, ref = '']) => ref) };
  };
  const isSame = (pointer: string): boolean => {
    // what refers to itself is met once
    const met = new Set([pointer]);
    for (const each of met) {
      const found = known.get(each) ?? look(each);
      known.set(each, found);
      if (!found.same) return false;
      for (const ref of found.refs) met.add(ref);
    }
    return true;
  };
  return (method, path) => isSame(`${operationPointer({ method, path })}/requestBody`);
}

function partsOf(root: JsonObject): (pointer: string) => string {
  return (pointer) => {
    const steps = pointer.slice(2).split('/');
    const part = steps.reduce<unknown>((at, step) => asObject(at)[step.replaceAll('~1', '/').replaceAll('~0', '~')], root);
    return JSON.stringify(part ?? null);
  };
}
