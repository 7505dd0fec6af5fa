import type { RawOperation } from '../read/operations.ts';
import { type Answer, ask } from './call.ts';
import { filled, type Values } from './bindings.ts';
import type { Suite } from './suite.ts';

const NOBODY = 'no-such-thing-00000000';
const refusals = Array.from({ length: 100 }, (_, index) => 400 + index);

/** What changes nothing: every GET, an item that is not there, and a call without credentials. */
export async function tryReads(suite: Suite, operations: readonly RawOperation[], isStopped: () => boolean): Promise<void> {
  const gets = inOrder(
    suite,
    operations.filter(({ method }) => method === 'get'),
  );
  for (const each of [tryRead, tryMissing, tryStranger]) for (const raw of gets) if (!isStopped()) await each(suite, raw);
}

/** Lists before what is below their rows. */
function inOrder(suite: Suite, gets: RawOperation[]): RawOperation[] {
  const weight = (raw: RawOperation): number =>
    raw.params.filter((parameter) => parameter.in === 'path').length * 10 + (suite.known(raw)?.operation.kind === 'list' ? 0 : 5);
  return gets.toSorted((a, b) => weight(a) - weight(b));
}

async function tryRead(suite: Suite, raw: RawOperation): Promise<void> {
  const query = suite.queryOf(raw);
  if (query === undefined) return suite.skipped(raw, 'a required query parameter has no example in the contract');
  const places = suite.bindings.of(raw);
  if (places.length === 0)
    return suite.skipped(raw, 'the backend has listed nothing that its path could name, and the contract has no example');
  let last: { answer: Answer; values: Values; known: boolean } | undefined;
  for (const { values, known } of places) {
    last = { answer: await suite.call(raw, values, { query }), values, known };
    // what is below the first row may be empty, and below the second one not
    if (suite.known(raw)?.operation.kind !== 'list' || suite.rowsOf(raw, last.answer).length > 0) break;
  }
  if (!last) return;
  const { answer, values, known } = last;
  if (answer.status === 403) return suite.skipped(raw, 'the credentials may not (403)');
  const { made } = suite.headersOf(raw);
  if (made.length > 0 && refusals.includes(answer.status))
    return suite.skipped(
      raw,
      `refused (${answer.status}) with a value that only fits its schema: give one with --header '${made.join(": …' --header '")}: …'`,
    );
  const documented = suite.check.documented(raw, answer.status) !== undefined;
  // an example of the contract need not be there, nor what may be there once
  if ((!known || Object.keys(query).length > 0 || Object.keys(values).length === 0) && documented && [404, 410].includes(answer.status))
    return suite.skipped(raw, `there is nothing at ${filled(raw.path, values)}`);
  const faults = suite.check.faults(raw, answer, { statuses: successes, why: 'a read with what it asks for succeeds' });
  suite.passed(raw, '', answer, faults);
  if (faults.length === 0 || answer.status < 300) keepRows(suite, raw, answer, values);
}

const successes = Array.from({ length: 100 }, (_, index) => 200 + index);

function keepRows(suite: Suite, raw: RawOperation, answer: Answer, values: Values): void {
  const resource = suite.known(raw)?.resource;
  if (!resource) return;
  const { get, update, delete: remove, actions } = resource.operations;
  const items = [...get, ...update, ...remove, ...actions].flatMap(({ path }) => {
    const below = /^(.*?)\/\{[^}]+\}/.exec(path.startsWith(raw.path) ? path.slice(raw.path.length) : '');
    return below?.[1] === '' ? [raw.path + below[0]] : [];
  });
  suite.bindings.keep(raw, items, resource.id, suite.rowsOf(raw, answer), values);
}

/** Nobody's id is refused, in the way that the contract names. */
async function tryMissing(suite: Suite, raw: RawOperation): Promise<void> {
  const name = /\{([^}]+)\}\/?$/.exec(raw.path)?.[1];
  const [place] = suite.bindings.of(raw);
  const query = suite.queryOf(raw);
  const parameter = raw.params.find((each) => each.in === 'path' && each.name === name);
  if (name === undefined || !place?.known || query === undefined || suite.known(raw)?.operation.kind !== 'get') return;
  const isNumber = [parameter?.schema['type']].flat().includes('integer');
  const answer = await suite.call(raw, { ...place.values, [name]: isNumber ? '2147483647' : NOBODY }, { query });
  if (answer.status === 403) return;
  suite.passed(
    raw,
    'what is not there',
    answer,
    suite.check.faults(raw, answer, { statuses: refusals, why: 'what is not there is refused' }),
  );
}

/** Without credentials nothing is answered that asks for them. */
async function tryStranger(suite: Suite, raw: RawOperation): Promise<void> {
  const { backend } = suite;
  const [place] = suite.bindings.of(raw);
  const query = suite.queryOf(raw);
  if (!suite.hasCredentials(raw) || !raw.secured || !place || query === undefined) return;
  const { values: headers } = suite.headersOf(raw);
  const answer = await ask(
    { ...backend, headers: {}, query: {} },
    { method: raw.method, path: filled(raw.wire, place.values), query, headers },
  );
  const wanted = { statuses: [401, 403], why: 'without credentials it is refused' };
  suite.passed(raw, 'without credentials', answer, suite.check.faults(raw, answer, wanted));
}
