import { asObject, type JsonObject } from '#domain/json.ts';
import { operationPointer } from './change.ts';

/** Whether a body is taken as it was: what is sent there, and all that it refers to, stands in both contracts in the same words. */
export function unchangedBodies(before: JsonObject, after: JsonObject): (method: string, path: string) => boolean {
  const [old, now] = [partsOf(before), partsOf(after)];
  const known = new Map<string, boolean>();
  const isSame = (pointer: string): boolean => {
    const found = known.get(pointer);
    if (found !== undefined) return found;
    known.set(pointer, true); // what refers to itself is as it was, unless something else in it is not
    const text = now(pointer);
    const same = text === old(pointer) && [...text.matchAll(/"\$ref":"(#[^"]*)"/g)].every(([, ref = '']) => isSame(ref));
    known.set(pointer, same);
    return same;
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
