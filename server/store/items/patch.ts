import { asArray, asObject, isObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { escapeSegment, parsePointer } from '#domain/pointer.ts';

/** The operations of RFC 6902 that a difference needs. */
export type PatchOp =
  | { op: 'add'; path: string; value: Json }
  | { op: 'replace'; path: string; value: Json }
  | { op: 'remove'; path: string };

/** Insertions and removals in one array beyond which it is replaced whole. */
const LARGEST_SCRIPT = 400;

/** A stored patch. */
export function parsePatch(text: string): PatchOp[] {
  return asArray(JSON.parse(text)).filter(isPatchOp);
}

function isPatchOp(op: unknown): op is PatchOp {
  if (!isObject(op) || typeof op.path !== 'string') return false;
  return op.op === 'remove' || ((op.op === 'add' || op.op === 'replace') && op.value !== undefined);
}

/** What turns `from` into `to`. Long arrays cost what changed in them, not their length. */
export function diff(from: Json, to: Json): PatchOp[] {
  const ops: PatchOp[] = [];
  compare(from, to, '', ops);
  return ops;
}

/** The same of a document, which stays one. */
export function patched(doc: JsonObject, patch: readonly PatchOp[]): JsonObject {
  return asObject(applyPatch(doc, patch));
}

/** A copy of the document with the patch applied; parts it does not touch are shared. */
export function applyPatch(doc: Json | undefined, patch: readonly PatchOp[]): Json | undefined {
  return patch.reduce<Json | undefined>((value, op) => applyOne(value, parsePointer(op.path), 0, op), doc);
}

function compare(from: Json, to: Json, path: string, ops: PatchOp[]): void {
  if (from === to) return;
  if (Array.isArray(from) && Array.isArray(to)) return compareArrays(from, to, path, ops);
  if (!isObject(from) || !isObject(to)) {
    ops.push({ op: 'replace', path, value: to });
    return;
  }
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) ops.push({ op: 'remove', path: `${path}/${escapeSegment(key)}` });
  for (const [key, value] of Object.entries(to)) {
    const inner = `${path}/${escapeSegment(key)}`;
    const old = Object.hasOwn(from, key) ? from[key] : undefined;
    if (old !== undefined) compare(old, value, inner, ops);
    else ops.push({ op: 'add', path: inner, value });
  }
}

function compareArrays(from: Json[], to: Json[], path: string, ops: PatchOp[]): void {
  const same = from.length === to.length && from.length <= 1000;
  const left = same ? from : keysOf(from);
  const right = same ? to : keysOf(to);
  let start = 0;
  while (start < from.length && start < to.length && left[start] === right[start]) start++;
  let fromEnd = from.length;
  let toEnd = to.length;
  while (fromEnd > start && toEnd > start && left[fromEnd - 1] === right[toEnd - 1]) {
    fromEnd--;
    toEnd--;
  }
  if (fromEnd - start === toEnd - start) {
    const before = ops.length;
    for (let index = start; index < fromEnd; index++) compare(from[index] ?? null, to[index] ?? null, `${path}/${index}`, ops);
    if (ops.length - before <= Math.max(LARGEST_SCRIPT, from.length / 2)) return;
    ops.length = before;
  }
  const script = editScript(left.slice(start, fromEnd), right.slice(start, toEnd));
  if (!script) {
    ops.push({ op: 'replace', path, value: to });
    return;
  }
  let at = start;
  let taken = start;
  for (const step of script) {
    if (step === '-') ops.push({ op: 'remove', path: `${path}/${at}` });
    else if (step === '+') ops.push({ op: 'add', path: `${path}/${at++}`, value: to[taken++] ?? null });
    else {
      at += step;
      taken += step;
    }
  }
}

/** Values by which items are equal or not. */
function keysOf(items: Json[]): unknown[] {
  return items.map((item) => (item !== null && typeof item === 'object' ? JSON.stringify(item) : item));
}

type Step = '-' | '+' | number;

/** Myers' shortest edit script; undefined where it would be long. A number keeps that many items. */
function editScript(from: unknown[], to: unknown[]): Step[] | undefined {
  const max = Math.min(from.length + to.length, LARGEST_SCRIPT);
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= max; edits++) {
    const next = new Map(reach);
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < from.length && x - k < to.length && from[x] === to[x - k]) x++;
      next.set(k, x);
      if (x >= from.length && x - k >= to.length) return backtrack([...trace, reach], from.length, to.length);
    }
    trace.push(reach);
    reach = next;
  }
  return undefined;
}

function backtrack(trace: Map<number, number>[], fromLength: number, toLength: number): Step[] {
  const steps: Step[] = [];
  let x = fromLength;
  let y = toLength;
  for (const [edits, reach] of [...trace.entries()].toReversed()) {
    const k = x - y;
    const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const previous = down ? k + 1 : k - 1;
    const px = edits === 0 ? 0 : (reach.get(previous) ?? 0);
    const py = edits === 0 ? 0 : px - previous;
    const sx = edits === 0 ? 0 : down ? px : px + 1;
    if (x > sx) steps.push(x - sx);
    if (edits > 0) steps.push(down ? '+' : '-');
    x = px;
    y = py;
  }
  return steps.toReversed();
}

function applyOne(target: Json | undefined, segments: string[], depth: number, op: PatchOp): Json | undefined {
  const segment = segments[depth];
  if (segment === undefined) return op.op === 'remove' ? undefined : op.value;
  const last = depth === segments.length - 1;
  if (Array.isArray(target)) {
    const index = segment === '-' ? target.length : Number(segment);
    if (!last) return target.with(index, within(target[index], segments, depth + 1, op));
    if (op.op === 'remove') return target.toSpliced(index, 1);
    return op.op === 'add' ? target.toSpliced(index, 0, op.value) : target.with(index, op.value);
  }
  if (!isObject(target)) throw new Error(`Nothing to patch at ${op.path}`);
  if (last && op.op === 'remove') {
    const { [segment]: _, ...rest } = target;
    return rest;
  }
  return { ...target, [segment]: within(target[segment], segments, depth + 1, op) };
}

/** A part of a document, which its patch leaves there. */
function within(target: Json | undefined, segments: string[], depth: number, op: PatchOp): Json {
  const value = applyOne(target, segments, depth, op);
  if (value === undefined) throw new Error(`Nothing is left at ${op.path}`);
  return value;
}
