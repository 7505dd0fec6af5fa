import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/error.ts';
import type { OperationForm } from '#domain/model.ts';
import { noLabels, operationWith } from '#tests/support/fixtures.ts';
import { isLost, reason, runSteps, type Step } from './run.ts';

/** What a call was given, as far as these tests read it. */
type Sent = {
  path: { id: string };
  query: { dryRun: boolean };
  idempotencyKey?: string;
  signal?: AbortSignal;
  body: { items: { path: { id: string } }[] };
};

const call = vi.hoisted(() => vi.fn<(op: unknown, args: Sent) => unknown>());
vi.mock('#api/operation.ts', () => ({ call }));
afterEach(() => call.mockReset());

const op = operationWith({ id: 'deleteTag', method: 'delete', path: '/tags/{id}', kind: 'delete', dryRun: true });
const steps: Step[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ op, args: { path: { id } }, name: id }));
const bulk: OperationForm = {
  operation: operationWith({
    id: 'runBulk',
    method: 'post',
    path: '/bulk',
    body: { mediaType: 'application/json', required: true, schema: 'b' },
  }),
  schemas: {
    b: { name: '', path: '', kind: 'object', fields: [{ name: 'items', path: 'items', kind: 'array', limits: { maxItems: 10 } }] },
  },
  labels: { zh: noLabels, en: noLabels },
};
const refused = new ApiError({ status: 409, code: 'in-use', detail: 'in use' });

test('one by one, four at a time, each with its outcome', async () => {
  let now = 0;
  let most = 0;
  call.mockImplementation(async (_op, { path }: { path: { id: string } }) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now--;
    if (path.id === 'b') throw refused;
    return { data: undefined };
  });
  const progress: number[] = [];
  const run = await runSteps(steps, { onProgress: (done) => progress.push(done) });
  expect(most).toBe(4);
  expect(run.applied).toBe(true);
  expect(run.outcomes.map(({ kind }) => kind)).toEqual(['done', 'failed', 'done', 'done', 'done', 'done']);
  expect(progress.at(-1)).toBe(6);
});

test('a dry run of single calls stores nothing', async () => {
  call.mockResolvedValue({ data: undefined });
  const run = await runSteps(steps, { dryRun: true });
  expect(run.applied).toBe(false);
  expect(call.mock.calls.every(([, args]) => args.query.dryRun)).toBe(true);
});

test('what was cancelled was not sent', async () => {
  const controller = new AbortController();
  call.mockImplementation(async () => {
    controller.abort();
    return { data: undefined };
  });
  const run = await runSteps(steps, { signal: controller.signal });
  expect(run.outcomes.filter(({ kind }) => kind === 'skipped').length).toBeGreaterThan(0);
});

test('in bulk: one call, results by index', async () => {
  call.mockResolvedValue({
    data: {
      applied: true,
      results: [...steps.keys()].map((index) => (index === 2 ? { index, status: 409, detail: 'in use' } : { index, status: 204 })),
    },
  });
  const run = await runSteps(steps, { bulk });
  expect(call).toHaveBeenCalledTimes(1);
  expect(run.outcomes[2]).toEqual({ kind: 'failed', status: 409, detail: 'in use', errors: [] });
});

test('an atomic whole that failed changed nothing', async () => {
  call.mockResolvedValue({ data: { applied: false, results: steps.map((_, index) => ({ index, status: index === 0 ? 422 : 204 })) } });
  const run = await runSteps(steps, { bulk, atomic: true });
  expect(run.applied).toBe(false);
  expect(run.outcomes.map(({ kind }) => kind)).toEqual(['failed', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped']);
});

test('a bulk call that fails as a whole fails each of its items', async () => {
  call.mockRejectedValue(refused);
  const run = await runSteps(steps, { bulk });
  expect(run.outcomes.every(({ kind }) => kind === 'failed')).toBe(true);
});

test('findings at places are named', () => {
  const errors = [{ pointer: '/wan/0/ip', code: 'ip', detail: 'no address' }];
  expect(reason({ kind: 'failed', status: 422, detail: 'errors', errors }, (path) => path.toUpperCase())).toBe('WAN.0.IP: no address');
  expect(reason({ kind: 'failed', status: 409, detail: 'in use', errors: [] })).toBe('in use');
});

const lost = new ApiError({ status: 0, code: 'offline', detail: 'no connection' });
const keyed: OperationForm = {
  ...bulk,
  operation: { ...bulk.operation, idempotencyKey: true },
  schemas: {
    b: { name: '', path: '', kind: 'object', fields: [{ name: 'items', path: 'items', kind: 'array', limits: { maxItems: 2 } }] },
  },
};
const stored = (_op: unknown, { body }: { body: { items: unknown[] } }) =>
  Promise.resolve({ data: { applied: true, results: body.items.map((_, index) => ({ index, status: 201 })) } });

test('when an answer is lost nothing more is sent; a second run sends only what is open, under the same keys', async () => {
  call.mockImplementationOnce(stored).mockRejectedValueOnce(lost);
  const first = await runSteps(steps, { bulk: keyed, key: 'run-1' });
  expect(first.outcomes.map((outcome) => (isLost(outcome) ? 'lost' : outcome.kind))).toEqual([
    'done',
    'done',
    'lost',
    'lost',
    'skipped',
    'skipped',
  ]);
  call.mockImplementation(stored);
  const second = await runSteps(steps, { bulk: keyed, key: 'run-1', before: first.outcomes });
  expect(second.outcomes.every(({ kind }) => kind === 'done')).toBe(true);
  const sent = call.mock.calls.map(([, args]) => args);
  expect(sent.map(({ idempotencyKey, body }) => [idempotencyKey, ...body.items.map(({ path }) => path.id)])).toEqual([
    ['run-1-0', 'a', 'b'],
    ['run-1-2', 'c', 'd'],
    ['run-1-2', 'c', 'd'],
    ['run-1-4', 'e', 'f'],
  ]);
});

test('what is stored is not given up half-way; a trial is', async () => {
  call.mockImplementation(stored);
  const { signal } = new AbortController();
  await runSteps(steps, { bulk, signal });
  await runSteps(steps, { bulk, signal, dryRun: true });
  expect(call.mock.calls.map(([, args]) => 'signal' in args)).toEqual([false, true]);
});

test('bodies of megabytes go in calls of their own', async () => {
  call.mockImplementation(stored);
  const large = 'x'.repeat(3 * 1024 * 1024);
  const heavy: Step[] = steps.map((step, index) => ({
    ...step,
    args: { ...step.args, body: index === 1 ? large : index === 2 ? large : 'small' },
  }));
  const run = await runSteps(heavy, { bulk, key: 'run-2' });
  expect(run.outcomes.every(({ kind }) => kind === 'done')).toBe(true);
  const sent = call.mock.calls.map(([, args]) => args.body.items.map(({ path }) => path.id));
  expect(sent).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e', 'f'],
  ]);
});

test('what is set goes without a body, and what was so already is told as such', async () => {
  call.mockResolvedValue({
    data: {
      applied: true,
      results: [
        { index: 0, status: 200, item: { id: 'a' } },
        { index: 1, status: 200, same: true },
      ],
    },
  });
  const set = { enable: false };
  const update = operationWith({ ...op, id: 'updateTag', kind: 'update' });
  const { outcomes } = await runSteps(
    ['a', 'b'].map((id) => ({ op: update, args: { path: { id } }, name: id, set })),
    { bulk },
  );
  expect(outcomes).toEqual([{ kind: 'done', item: { id: 'a' } }, { kind: 'same' }]);
  expect(call.mock.calls[0]?.[1].body.items).toEqual(['a', 'b'].map((id) => ({ operation: 'updateTag', path: { id }, set })));
  const alone = await runSteps([{ op: update, args: {}, name: 'a', same: true }]);
  expect(alone).toEqual({ outcomes: [{ kind: 'same' }], applied: false });
});

test('accounts with passwords go in parts as large as the contract lets them be', async () => {
  const few: OperationForm = { ...bulk, operation: { ...bulk.operation, body: { ...bulk.operation.body!, passwords: 2 } } };
  const accounts = steps.map((step, index) => ({ ...step, args: { body: index === 2 ? {} : { password: 'Welcome2acme' } } }));
  const parts: number[] = [];
  call.mockImplementation((_op, { body: { items } }: { body: { items: unknown[] } }) => {
    parts.push(items.length);
    return Promise.resolve({ data: { applied: true, results: items.map((_, index) => ({ index, status: 201 })) } });
  });
  await runSteps(accounts, { bulk: few });
  expect(parts).toEqual([3, 2, 1]);
  parts.length = 0;
  await runSteps(accounts, { bulk: few, dryRun: true });
  expect(parts).toEqual([6]);
});
