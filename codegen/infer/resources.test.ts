import { describe, expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { humanise, plural, singular } from '../names.ts';
import { ContractDocument } from '../read/document.ts';
import { readOperations } from '../read/operations.ts';
import { type Draft, findResources } from './resources.ts';

const component = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const answers = (schema: Json): Json => ({ responses: { '200': { description: 'It', ...Object(json(schema)) } } });
const takes = (schema: Json, answer: Json = schema): Json => ({ requestBody: json(schema), ...Object(answers(answer)) });
const list = (row: Json): Json => ({ type: 'array', items: row });
const envelope = (name: string, schema: Json): Json => ({ type: 'object', properties: { [name]: schema } });

const thing: Json = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };

function read(paths: Record<string, Json>): { drafts: Draft[]; left: string[]; wires: string[] } {
  const document = new ContractDocument({ paths, components: { schemas: { Thing: thing, ThingResponse: thing, Settings: thing } } });
  const operations = readOperations(document, '');
  const { drafts, others } = findResources(document, operations);
  return { drafts, left: others.map(({ path }) => path), wires: operations.map(({ wire }) => wire) };
}

/** `Thing list GET /things`, one line for each call. */
const lines = ({ drafts }: { drafts: Draft[] }): string[] =>
  drafts.flatMap(({ name, settings, operations }) =>
    operations.map(({ kind, operation, at }) =>
      [
        name,
        ...(settings ? ['settings'] : []),
        kind,
        operation.method.toUpperCase(),
        operation.wire,
        ...(at === undefined ? [] : [`at ${at}`]),
      ].join(' '),
    ),
  );

describe('resources as a person would have found them', () => {
  test('a slash at the end of a path belongs to it', () => {
    const found = read({
      '/things/': { get: answers(list(component('Thing'))), post: takes(component('Thing')) },
      '/things/{id}/': { get: answers(component('Thing')), delete: { responses: { '204': {} } } },
    });
    expect(lines(found)).toEqual([
      'Thing list GET /things/',
      'Thing create POST /things/',
      'Thing get GET /things/{id}/',
      'Thing delete DELETE /things/{id}/',
    ]);
  });

  test('an item in an envelope of any name is known by the rows of the list', () => {
    const found = read({
      '/things': { get: answers(list(component('Thing'))), post: takes(component('Thing'), envelope('created', component('Thing'))) },
      '/things/{id}': { get: answers({ type: 'object', properties: { stamp: { type: 'string' }, found: component('Thing') } }) },
    });
    expect(lines(found)).toEqual(['Thing list GET /things', 'Thing create POST /things at created', 'Thing get GET /things/{id} at found']);
  });

  test('who sends the list as a whole changes one document, and never a row', () => {
    const found = read({
      '/things': { get: answers(envelope('items', list(component('Thing')))), put: takes(envelope('items', list(component('Thing')))) },
    });
    expect(found.drafts).toHaveLength(1);
    expect(found.drafts[0]?.settings).toBe(true);
    expect(found.drafts[0]?.operations.map(({ kind }) => kind)).toEqual(['get', 'update']);
  });

  test('PATCH beside PUT is the update, and comes first', () => {
    const found = read({
      '/things': { get: answers(list(component('Thing'))) },
      '/things/{id}': { put: takes(component('Thing')), patch: takes(component('Thing')) },
    });
    expect(lines(found).filter((line) => line.includes('update'))).toEqual([
      'Thing update PATCH /things/{id}',
      'Thing update PUT /things/{id}',
    ]);
    expect(lines(found).some((line) => line.includes('action'))).toBe(false);
  });

  test.each([
    ['by itself', {}, 'update'],
    ['beside PATCH', { patch: takes(component('Thing')) }, 'action'],
    ['beside PUT', { put: takes(component('Thing')) }, 'action'],
  ])('POST on an item, %s', (_, beside, kind) => {
    const found = read({
      '/things': { get: answers(list(component('Thing'))) },
      '/things/{id}': { get: answers(component('Thing')), post: takes(component('Thing')), ...beside },
    });
    expect(lines(found)).toContain(`Thing ${kind} POST /things/{id}`);
  });

  test('get and set of one thing are its settings', () => {
    const found = read({
      '/s/{site}/get/setting/ntp': { get: answers(envelope('data', list(component('Settings')))) },
      '/s/{site}/set/setting/ntp': { put: takes(component('Settings')) },
    });
    expect(lines(found)).toEqual([
      'Settings settings get GET /s/{site}/get/setting/ntp at data.0',
      'Settings settings update PUT /s/{site}/set/setting/ntp',
    ]);
    expect(found.left).toEqual([]);
  });

  test('search, get, add, set and del of a noun are a resource', () => {
    const found = read({
      '/alias/searchItem': { get: answers(envelope('rows', list(component('Thing')))) },
      '/alias/getItem/{uuid}': { get: answers(envelope('item', component('Thing'))) },
      '/alias/addItem': { post: takes(component('Thing'), { type: 'object' }) },
      '/alias/setItem/{uuid}': { post: takes(component('Thing'), { type: 'object' }) },
      '/alias/delItem/{uuid}': { post: answers({ type: 'object' }) },
    });
    expect(found.drafts.map(({ name }) => name)).toEqual(['Thing']);
    expect(found.drafts[0]?.operations.map(({ kind }) => kind).toSorted()).toEqual(['create', 'delete', 'get', 'list', 'update']);
    expect(found.left).toEqual([]);
  });

  test('paths that only contain a verb stay what they are', () => {
    const found = read({
      '/lists': { get: answers(list(component('Thing'))), post: takes(component('Thing')) },
      '/settings/{id}': { get: answers(component('Settings')) },
    });
    expect(lines(found)).toContain('Thing list GET /lists');
  });

  test('what is done to an item may be said in several words, and its parameter be written otherwise', () => {
    const done = { post: answers({ type: 'object' }) };
    const found = read({
      '/things': { get: answers(list(component('Thing'))) },
      '/things/{thingId}': { get: answers(component('Thing')), delete: { responses: { '204': {} } } },
      '/things/{thingId}/password/reset': done,
      '/things/{thing-id}/lock': done,
      '/things/{token}/accept': done,
      '/things/{thingId}/parts': { get: answers(list(thing)), ...done },
      '/things/{thingId}/parts/{partId}': { get: answers(thing), delete: { responses: { '204': {} } } },
      '/things/{thingId}/parts/sorted/first': done,
    });
    expect(lines(found).filter((line) => line.includes('action'))).toEqual([
      'Thing action POST /things/{thingId}/password/reset',
      'Thing action POST /things/{thing-id}/lock',
    ]);
    expect(found.left).toEqual(['/things/{token}/accept', '/things/{thingId}/parts/sorted/first']);
  });

  test('a GET that answers nothing, or a file, is done to a row', () => {
    const get = (media: string): Json => ({ get: { responses: { '200': { content: { [media]: { schema: { type: 'object' } } } } } } });
    const found = read({
      '/things': { get: answers(list(component('Thing'))) },
      '/things/{id}/validate': { get: { responses: { '202': { description: 'Begun' } } } },
      '/things/{id}/archive': get('application/zip'),
      '/things/{id}/pdf': get('application/json'),
      '/things/{id}/preview': get('text/html'),
      '/things/{id}/usage': get('application/json'),
    });
    expect(lines(found).slice(1)).toEqual([
      'Thing action GET /things/{id}/validate',
      'Thing action GET /things/{id}/archive',
      'Thing action GET /things/{id}/pdf',
    ]);
    expect(found.left).toEqual(['/things/{id}/preview', '/things/{id}/usage']);
  });

  test('rows in one state are called as the call that lists them says', () => {
    const at = (operationId: string): string[] =>
      read({ '/peers/edr/bypassed': { get: { operationId, ...Object(answers(list(component('ThingResponse')))) } } }).drafts.map(
        ({ name }) => name,
      );
    expect(at('listBypassedPeers')).toEqual(['BypassedPeer']);
    expect(at('listPeers')).toEqual(['Thing']);
  });

  test('a PUT that sends nothing is done to a row, and is no form of it', () => {
    const found = read({
      '/things': { get: answers(list(component('Thing'))) },
      '/things/{id}': { get: answers(component('Thing')), put: answers({ type: 'object' }) },
    });
    expect(lines(found).at(-1)).toBe('Thing action PUT /things/{id}');
  });

  test('a resource is called by what it is, and not by how it is answered', () => {
    const found = read({ '/things': { get: answers(list(component('ThingResponse'))), post: takes(component('ThingResponse')) } });
    expect(found.drafts.map(({ name }) => name)).toEqual(['Thing']);
  });

  test('a resource is called by its place where only its schema calls it otherwise', () => {
    const plans = (tag: string): Record<string, Json> => ({
      '/billing/plans': { get: { tags: [tag], ...Object(answers(list(component('Thing')))) } },
    });
    expect(read(plans('Plans')).drafts.map(({ name }) => name)).toEqual(['Plan']);
    expect(read(plans('Things')).drafts.map(({ name }) => name)).toEqual(['Thing']);
  });

  test('one group is an item of the groups, though its path is in the singular', () => {
    const found = read({
      '/v2/groups': { get: answers(list(component('Thing'))), post: takes(component('Thing')) },
      '/v2/group/{id}': { get: answers(component('Thing')), put: takes(component('Thing')), delete: { responses: { '204': {} } } },
    });
    expect(found.drafts).toHaveLength(1);
    expect(found.drafts[0]?.operations.map(({ kind }) => kind)).toEqual(['list', 'create', 'get', 'update', 'delete']);
  });

  test('`items` without a type are a document where one of them is sent', () => {
    const found = read({ '/dns/settings': { get: answers({ items: component('Settings') }), put: takes(component('Settings')) } });
    expect(lines(found)).toEqual(['Settings settings get GET /dns/settings', 'Settings settings update PUT /dns/settings']);
  });

  test('what is done with a row is its action, though the row has no path of its own', () => {
    const found = read({
      '/invitations': { get: answers(list(component('Thing'))), post: takes(component('Thing')) },
      '/invitations/{invitation_id}/revoke': { post: answers(component('Thing')) },
      '/tokens': { post: takes(component('Settings')) },
      '/tokens/{token_id}/revoke': { post: answers({ type: 'object' }) },
    });
    expect(lines(found)).toEqual([
      'Thing list GET /invitations',
      'Thing create POST /invitations',
      'Thing action POST /invitations/{invitation_id}/revoke',
    ]);
    expect(found.left).toEqual(['/tokens', '/tokens/{token_id}/revoke']);
  });

  test('what stands below different things is not merged where nothing tells whose it is', () => {
    const found = read({
      '/google/{id}/logs': { get: answers(list(component('Thing'))) },
      '/azure/{id}/logs': { get: answers(list(component('Thing'))) },
      '/okta/{id}/logs': { get: answers(list(component('Thing'))) },
      '/users/{user_id}/memberships': { get: answers(list(component('Settings'))) },
      '/organizations/{organization_id}/memberships': { get: answers(list(component('Settings'))) },
    });
    expect(lines(found)).toEqual([
      'GoogleLog list GET /google/{id}/logs',
      'AzureLog list GET /azure/{id}/logs',
      'OktaLog list GET /okta/{id}/logs',
      'Settings list GET /users/{user_id}/memberships',
      'Settings list GET /organizations/{organization_id}/memberships',
    ]);
  });

  test('of two items under one path the one that is known by its id is the row', () => {
    const found = read({
      '/invites': { get: answers(list(component('Thing'))), post: takes(component('Thing')) },
      '/invites/{inviteId}': { delete: { responses: { '204': {} } } },
      '/invites/{inviteId}/regenerate': { post: answers({ type: 'object' }) },
      '/invites/{token}': { get: answers(component('ThingResponse')) },
      '/invites/{token}/accept': { post: answers({ type: 'object' }) },
    });
    expect(lines(found)).toEqual([
      'Thing list GET /invites',
      'Thing create POST /invites',
      'Thing delete DELETE /invites/{inviteId}',
      'Thing action POST /invites/{inviteId}/regenerate',
    ]);
    expect(found.left).toEqual(['/invites/{token}', '/invites/{token}/accept']);
  });

  test('what is told by its state alone is called with what it is the state of', () => {
    const found = read({
      '/things': { get: answers(list(component('Thing'))), post: takes(component('Thing')) },
      '/things/pending': { get: answers(list(component('Thing'))) },
    });
    expect(found.drafts.map(({ name }) => name)).toEqual(['Thing', 'PendingThing']);
  });
});

describe('what is written otherwise than most', () => {
  const made = { post: takes(component('Thing')) };
  const one = { get: answers(component('Thing')), delete: { responses: { '204': {} } } };

  test('a list that is called after what it finds, and a change at the path of all', () => {
    const found = read({
      '/thing': { ...made, put: takes(component('Thing')) },
      '/thing/findByStatus': { get: answers(list(component('Thing'))) },
      '/thing/findByTags': { get: answers(list(component('Thing'))) },
      '/thing/{thingId}': one,
    });
    expect(lines(found)).toEqual([
      'Thing create POST /thing',
      'Thing update PUT /thing',
      'Thing list GET /thing/findByStatus',
      'Thing get GET /thing/{thingId}',
      'Thing delete DELETE /thing/{thingId}',
    ]);
    expect(found.left).toEqual(['/thing/findByTags']);
  });

  test('a JSON Patch is no form of a change', () => {
    const steps = list({ type: 'object', properties: { op: { type: 'string' }, path: { type: 'string' }, value: {} } });
    const found = read({
      '/things': { ...made, get: answers(list(component('Thing'))) },
      '/things/{id}': { ...one, put: takes(component('Thing')), patch: takes(steps, component('Thing')) },
    });
    expect(lines(found).filter((line) => line.includes('update'))).toEqual(['Thing update PUT /things/{id}']);
    expect(found.left).toEqual(['/things/{id}']);
  });

  test('PATCH of the list as a whole changes one document, too', () => {
    const found = read({
      '/people/{id}/topics': {
        get: answers(envelope('data', list(component('Thing')))),
        patch: takes(envelope('topics', list(component('Settings')))),
      },
    });
    expect(
      lines(found)
        .map((line) => line.split(' ').slice(1, 3).join(' '))
        .toSorted(),
    ).toEqual(['settings get', 'settings update']);
  });

  test('what asks for other credentials is for other people', () => {
    const listed = (security: string): Json => ({ security: [{ [security]: [] }], ...Object(answers(list(component('Thing')))) });
    const names = (...ways: [string, string]): string[] =>
      read({ '/admin/things': { get: listed(ways[0]) }, '/things': { get: listed(ways[1]) } }).drafts.map(({ name }) => name);
    expect(names('admin', 'user')).toEqual(['AdminThing', 'Thing']);
    expect(names('user', 'user')).toEqual(['Thing']);
  });

  test('a row that is composed of itself is a row', () => {
    const document = new ContractDocument({
      paths: { '/loops': { get: answers(list(component('Loop'))), post: takes(component('Loop')) } },
      components: { schemas: { Loop: { allOf: [component('Loop')], properties: { id: { type: 'string' } } } } },
    });
    expect(findResources(document, readOperations(document, '')).drafts.map(({ name }) => name)).toEqual(['Loop']);
  });

  test('toggleItem is done to an item', () => {
    const found = read({
      '/alias/searchItem': { get: answers(envelope('rows', list(component('Thing')))) },
      '/alias/addItem': { post: takes(component('Thing'), { type: 'object' }) },
      '/alias/toggleItem/{uuid}': { post: answers({ type: 'object' }) },
    });
    expect(lines(found)).toContain('Thing action POST /alias/toggleItem/{uuid}');
    expect(found.left).toEqual([]);
  });
});

test.each([
  ['EDRIntune', 'EDR intune'],
  ['EDRFleetDM', 'EDR fleet DM'],
  ['OAuthApplication', 'OAuth application'],
  ['SAMLConnection', 'SAML connection'],
  ['apiKeys', 'API keys'],
])('%s is read as %s', (name, text) => {
  expect(humanise(name)).toBe(text);
});

test('DNS is the same for one and for many', () => {
  expect([singular('DynamicDNS'), plural('Dynamic DNS'), singular('static-dns'), plural('POP')]).toEqual([
    'DynamicDNS',
    'Dynamic DNS',
    'static-dns',
    'POPs',
  ]);
});

test('what is made and deleted, but neither listed nor opened, are forms: there is no row to delete', () => {
  const made = { post: takes(component('Thing')) };
  const gone = { delete: { responses: { '204': {} } } };
  expect(read({ '/things': made, '/things/{id}': gone })).toMatchObject({ drafts: [], left: ['/things', '/things/{id}'] });
  const listed = read({ '/things': { ...made, get: answers(list(component('Thing'))) }, '/things/{id}': gone });
  expect(listed.left).toEqual([]);
});

test('a schema called by a word of many chapters is called after its path', () => {
  const at = (tag: string): Json => ({ get: { tags: [tag], ...Object(answers(list(component('ThingResponse')))) } });
  const names = (...tags: string[]): string[] =>
    read(Object.fromEntries(tags.map((tag, index) => [index === 0 ? '/event-streaming' : `/other${index}`, at(tag)]))).drafts.map(
      ({ name }) => name,
    );
  expect(names('Event streaming things')).toEqual(['Thing']);
  expect(names('Event streaming things', 'Login things', 'Billing things')[0]).toBe('EventStreaming');
});
