import type { Json } from '#domain/model.ts';
import { isJson } from '#domain/json.ts';
import { databaseDamaged, notFound, payloadTooLarge, preferencesFull } from '#generated/problems.ts';
import { importTemplate } from '#server/features/platform/operations/import-template.ts';
import { type AnswerOf, type Handlers, read } from '#server/kernel/handler.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { deletePreference, insertPreference, preferencesOf, preferencesSize } from '#server/store/platform/preferences.ts';
import { setMeta } from '#server/store/platform/meta.ts';
import { ProblemError } from '#server/kernel/problem.ts';

const alertEvent: AnswerOf<'listEvents'>['events'][number]['example'] = {
  alertId: 'al-beijing-offline',
  companyId: 'c-acme',
  neId: 's-beijing',
  code: 'device.offline',
  name: 'Device offline',
  severity: 'Emergency',
  status: 'firing',
};
const LARGEST_PREFERENCE = 64 * 1024;
/** Of one account, names included: some hundred pages with views of their own. */
const PREFERENCES_MOST = 500;
const PREFERENCES_BYTES = 1024 * 1024;

const READY = 'ready';

/** Files, preferences, health, and the catalogue of live events. */
export const system = {
  downloadResource: read((call) => {
    const file = importTemplate(call, call.path.name ?? '');
    if (!file) throw new ProblemError(notFound());
    return Promise.resolve({ file });
  }),

  listPreferences: read(async (call) => {
    const keys = [call.query.key].flat().filter((key) => typeof key === 'string');
    const { username } = principalOf(call);
    const values = await preferencesOf(call.services.store.engine.read, username, keys);
    return { body: { settings: keys.map((key) => ({ key, value: valueOf(values.get(key)) })) } };
  }),

  getPreference: read(async (call) => {
    const key = call.path.key ?? '';
    const { username } = principalOf(call);
    const values = await preferencesOf(call.services.store.engine.read, username, [key]);
    return { body: { key, value: valueOf(values.get(key)) } };
  }),

  putPreference: read(async (call) => {
    const name = call.path.key ?? '';
    const { username } = principalOf(call);
    const value = call.body.value;
    const text = JSON.stringify(value);
    if (text.length > LARGEST_PREFERENCE) throw new ProblemError(payloadTooLarge({ limit: '64 kB' }));
    await call.services.store.engine.write(async (tx) => {
      await deletePreference(tx, username, name);
      // it is as if it had never been written
      if (value === null) return;
      const others = await preferencesSize(tx, username);
      if (others.entries >= PREFERENCES_MOST || others.size + name.length + text.length > PREFERENCES_BYTES)
        throw new ProblemError(preferencesFull({ entries: PREFERENCES_MOST, limit: '1 MB' }));
      await insertPreference(tx, username, name, text);
    });
    return { body: { key: name, value } };
  }),

  getHealth: read(({ services }) => Promise.resolve({ body: { status: 'ok', version: services.settings.version } })),

  getReadiness: read(async ({ services }) => {
    // a page that was found damaged stays so, whatever can still be written
    if (services.store.engine.isDamaged()) throw new ProblemError(databaseDamaged());
    // a disk that is full is found by writing to it alone
    await services.store.engine.write((tx) => setMeta(tx, READY, String(services.clock.now())));
    return { body: { status: 'ok', version: services.settings.version } };
  }),

  listEvents: read(() =>
    Promise.resolve({
      body: {
        events: [
          { name: 'alertSubscribe', direction: 'emitted', example: { companyId: 'c-acme', token: 'tok-4f1c' } },
          { name: 'alerts', direction: 'received', example: { total: 3 } },
          { name: 'alert', direction: 'received', example: alertEvent },
          { name: 'tasks', direction: 'received', example: { resource: 'ExecutionTask', id: 'ex-backup', state: 'running', progress: 50 } },
          { name: 'changed', direction: 'received', example: { resource: 'OperationLog' } },
          { name: 'system', direction: 'received', example: { enable: true } },
          { name: 'access', direction: 'received', example: { code: 'changed' } },
          { name: 'signOut', direction: 'received', example: { code: 'unauthenticated' } },
        ],
      },
    }),
  ),
} satisfies Handlers;

function valueOf(kept: string | undefined): Json {
  const value: unknown = kept === undefined ? null : JSON.parse(kept);
  return isJson(value) ? value : null;
}
