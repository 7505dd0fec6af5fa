import { asObject } from '#domain/json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { testServer, type TestServer } from '#tests/server/harness.ts';
import { addDelegates } from '#tests/server/matrix/delegates.ts';
import {
  type Account,
  accountsOf,
  companiesWith,
  type Doc,
  holdsNode,
  nobody,
  rowsOf,
  type TreeNode,
} from '#tests/server/matrix/oracle.ts';
import {
  addressOf,
  type Call,
  callsOf,
  companiesNamed,
  holdsAll,
  sees,
  SEVERAL,
  type Target,
  targetsOf,
} from '#tests/server/matrix/requests.ts';
import { everySecond, firstAndLast, firstOfItsKind } from '#tests/support/effort.ts';
import { fingerprint, freeze } from '#tests/server/matrix/standing-store.ts';

/** `allow` is any answer that is not a refusal of access: a body that fails its checks has passed this one. */
type Verdict = 'allow' | '401' | '403' | '404' | '403 or 404' | 'allow or 404' | 'failure';
type Cell = {
  call: Call;
  account: Account;
  situation: string;
  /** What makes this situation another one than the next. */
  kind: string;
  path: Record<string, string>;
  query: Record<string, string>;
  body: Doc | undefined;
  expected: Verdict;
};

const DEMO = /^(super|global|channel|company|viewer|regional|delegate|noc)@demo\.example$|^fixture-.*@demo\.example$|^admin$/;
const NOWHERE = 'c-nowhere';
/** What the default account may call before it has a name of its own. */
const INITIAL = new Set([
  'renameSelf',
  'logout',
  'endSession',
  'endSessions',
  'listSessions',
  'changePassword',
  'getUser',
  'getSystemConfig',
  'getTotp',
  'getPreference',
  'listPreferences',
  'getAlertDictionary',
  'listEvents',
]);
/** Rows of no company that more people read than super and global users: by whom. */
const SHARED_READERS: Record<string, (account: Account, row: Doc) => boolean> = {
  Role: () => true,
  Tag: ({ kind }, row) => row['scope'] === 'global' || (row['scope'] === 'channel' && kind === 'channel'),
};
/** Nobody sees or changes accounts of a kind that may do more. */
const MANAGES: Record<string, string[]> = {
  superAdmin: ['superAdmin', 'global', 'channel', 'company'],
  global: ['global', 'channel', 'company'],
  channel: ['channel', 'company'],
  company: ['company'],
};
/** Calls about what is named in their body or query, or about the caller himself: `special.test.ts` has them. */
const SPECIAL = new Set([
  'listHistory',
  'restoreRevision',
  'undoRequest',
  'listDeleted',
  'restoreDeleted',
  'listReferences',
  'runBulk',
  'exportRows',
  'getEntrust',
  'cancelEntrust',
  'createEntrust',
  'endSession',
  'getUser',
  'downloadResource',
  'testPacket',
  'getTopologyPath',
]);

/** Pages whose rules the check of rules reads: whoever reads none of them in a company learns nothing there. */
const RULE_TABLES = [
  'firewall/advancedFirewall',
  'firewall/applyFirewall',
  'firewall/acl',
  'firewall/snat',
  'firewall/dnat',
  'configuration/qos',
  'configuration/routerConfig',
];

let server: TestServer;
let calls: Call[];
let targets: Map<string, Target[]>;
let accounts: Account[];
let companies: string[];
let tree: TreeNode[];
const tokens = new Map<string, { token: string; refreshToken: string }>();

beforeAll(async () => {
  server = await testServer();
  await addDelegates(server, 'c-yuanhang');
  calls = callsOf(server);
  accounts = [nobody, ...(await accountsOf(server)).filter(({ username }) => DEMO.test(username))];
  await addForeign();
  targets = await targetsOf(server, accounts);
  companies = (await rowsOf(server, 'Company')).map((row) => String(row['companyId']));
  tree = server.services.contract.model.permissions;
  for (const { username } of accounts) if (username !== '') tokens.set(username, await server.services.sessions.create(username));
  freeze(server);
});
afterAll(() => server.remove());

test('every operation for every second account and the super administrator, own, foreign, under the wrong company and missing, as the contract says', async () => {
  const wrong: string[] = [];
  const allowed = new Set<string>();
  const denied = new Set<string>();
  const counts = { allow: 0, deny: 0 };
  const before = await fingerprint(server);
  const isTurn = everySecond(calls, accounts);
  for (const account of accounts) {
    // he may do all of it, and nobody without a session any
    const isTried = (call: Call): boolean => account.kind === 'superAdmin' || !account.alive || isTurn(call, account);
    const tried = calls.filter((call) => !SPECIAL.has(call.id) && isTried(call));
    for (const cell of tried.flatMap((call) => triedOf(call, account))) {
      const actual = await verdict(cell);
      const expects = cell.expected;
      counts[expects.startsWith('allow') ? 'allow' : 'deny']++;
      if (actual.verdict === 'allow') allowed.add(cell.call.id);
      else denied.add(cell.call.id);
      if (!expects.split(' or ').includes(actual.verdict))
        wrong.push(`${account.username || 'nobody'} ${cell.call.id} ${cell.situation}: expected ${expects}, got ${actual.text}`);
    }
  }
  const open = calls.filter(({ access, id }) => access !== 'public' && !SPECIAL.has(id)).map(({ id }) => id);
  console.log(
    `access matrix: ${counts.allow + counts.deny} cells (${counts.allow} allow, ${counts.deny} deny), ${calls.length - SPECIAL.size} operations, ${accounts.length} accounts, ${wrong.length} mismatches`,
  );
  expect(wrong.slice(0, 40)).toEqual([]);
  // a deny counts with its allow beside it
  expect(open.filter((id) => !allowed.has(id))).toEqual([]);
  expect(open.filter((id) => !denied.has(id))).toEqual([]);
  expect(await fingerprint(server)).toEqual(before);
}, 900_000);

/** Of what is for several companies: for one that the global account does not have, and for one of its own beside that. */
async function addForeign(): Promise<void> {
  const [own, foreign] = ['c-huaxin', 'c-qiming'];
  for (const spec of server.services.store.specs) {
    const [doc] = SEVERAL.has(spec.name) ? await rowsOf(server, spec.name) : [];
    for (const companyIds of doc ? [[foreign], [own, foreign], [own]] : []) {
      const id = `${spec.name}-${companyIds.join('-')}`;
      await server.services.system.write((tx) => tx.insert(spec, asObject({ ...doc, [spec.id]: id, name: id, companyIds })));
    }
  }
}

async function verdict({ call, account, path, query, body }: Cell): Promise<{ verdict: Verdict; text: string }> {
  const session = tokens.get(account.username);
  const bearer = call.id === 'refreshToken' ? session?.refreshToken : session?.token;
  const answer = await server.app.inject({
    method: call.method,
    url: addressOf(call, path, query),
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(call.parameters.some(({ name }) => name === 'If-Match') ? { 'if-match': '*' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  if (answer.statusCode >= 500) return { verdict: 'failure', text: `${answer.statusCode} ${answer.body.slice(0, 200)}` };
  const code = answer.statusCode < 400 ? '' : String(asObject(JSON.parse(answer.body))['code']);
  const refusals: Record<string, Verdict> = {
    unauthenticated: '401',
    forbidden: '403',
    'delete-forbidden': '403',
    tenant: '403',
    'out-of-reach': '403',
    'out-of-reach.companies': '403',
    'default-account': '403',
    'not-found': '404',
  };
  return { verdict: refusals[code] ?? 'allow', text: `${answer.statusCode} ${code}` };
}

/**
 * What is decided before anything is named is the same whatever is named: one thing that is there, and one that is not. Of what
 * is named one of each relation to the caller and to the company of the path, with what is expected of it; by night all.
 */
function triedOf(call: Call, account: Account): Cell[] {
  const all = cellsOf(call, account);
  const isFirst = firstOfItsKind();
  return gate(call, account) === undefined ? all.filter(({ kind, expected }) => isFirst(`${kind} ${expected}`)) : [...firstAndLast(all)];
}

/** The situations of one call for one account, with what the oracle says of each. */
function cellsOf(call: Call, account: Account): Cell[] {
  const cell: MakeCell = (situation, parts, expected, kind = situation) => ({
    call,
    account,
    situation,
    kind,
    path: {},
    query: {},
    body: bodyFor(call, account),
    ...parts,
    expected: gate(call, account) ?? expected,
  });
  if (call.id === 'refreshToken') return [cell('own', {}, account.alive ? 'allow' : '401')];
  const { access } = call;
  const place = typeof access === 'object' && access.tenant !== 'none' ? access.tenant : undefined;
  if (place?.in === 'query' || place?.in === 'body') return namingCells(call, account, place.in, place.name, cell);
  const pathCompany = call.parameters.some((each) => each.in === 'path' && each.name === 'companyId');
  if (pathCompany && call.itemId !== 'companyId') return nestedCells(call, account, cell);
  if (pathCompany)
    return [...companies.slice(0, 3), NOWHERE].map((id) =>
      cell(`company ${id}`, { path: { companyId: id } }, forCompany(call, account, id)),
    );
  if (call.itemId !== '' && call.resource !== undefined && call.kind !== 'list') return itemCells(call, account, cell);
  if (call.kind === 'create' && call.owner !== undefined && call.owner !== call.itemId && !isTenant(call))
    return [
      cell(
        'of no company',
        { body: without(bodyFor(call, account), call.owner) },
        ownHolds(call, account) && everywhere(account) ? 'allow' : '403',
      ),
    ];
  // what is no stored row (an entry of a log) has none that the seed could name
  return [cell('own', {}, call.itemId === '' ? 'allow' : 'allow or 404')];
}

type MakeCell = (situation: string, parts: Partial<Pick<Cell, 'path' | 'query' | 'body'>>, expected: Verdict, kind?: string) => Cell;

/** The company is named in the query or the body: own, foreign, missing. */
function namingCells(call: Call, account: Account, place: 'query' | 'body', name: string, cell: MakeCell): Cell[] {
  const parts = (id: string): Partial<Cell> =>
    place === 'query' ? { query: { [name]: id } } : { body: { ...bodyFor(call, account), [name]: id } };
  const named = [...companies.slice(0, 3), NOWHERE].map((id) =>
    cell(`company ${id}`, parts(id), mayIn(call, account, id) ? 'allow' : '403'),
  );
  // a body without what it must have is malformed, whoever sends it
  if (place === 'body' && call.required.includes(name)) return named;
  const own = account.kind === 'superAdmin' || companiesOf(call, account).size > 0;
  const mayLeaveOut = place === 'query' ? own : account.kind === 'channel' ? false : own;
  return [
    ...named,
    cell('no company', place === 'body' ? { body: without(bodyFor(call, account), name) } : {}, mayLeaveOut ? 'allow' : '403'),
  ];
}

/** `/companies/{companyId}/things/{thingId}`: own in own, foreign in foreign, foreign in own, own in foreign, missing. */
function nestedCells(call: Call, account: Account, cell: MakeCell): Cell[] {
  const rows = (targets.get(call.resource ?? '') ?? []).filter(({ owner }) => owner !== null);
  return [...companies.slice(0, 3), NOWHERE].flatMap((companyId) => [
    ...rows.map((row) => {
      const right = row.owner === companyId;
      const expected: Verdict = !mayIn(call, account, companyId) ? '403' : !right ? '404' : forSeen(call, account, row);
      const kind = `${companyId === NOWHERE ? 'none' : mayIn(call, account, companyId)} ${right} ${mayIn(call, account, row.owner ?? '')}`;
      return cell(`${row.id} under ${companyId}`, { path: { companyId, [call.itemId]: row.id } }, expected, kind);
    }),
    cell(
      `missing under ${companyId}`,
      { path: { companyId, [call.itemId]: 'nothing-here' } },
      mayIn(call, account, companyId) ? '404' : '403',
    ),
  ]);
}

/** `/things/{thingId}`: one of each company, one of none, one that is missing. */
function itemCells(call: Call, account: Account, cell: MakeCell): Cell[] {
  const rows = targets.get(call.resource ?? '') ?? [];
  return [
    ...rows.map((row) => {
      const body = bodyFor(call, account);
      const named = body && call.owner !== undefined && body[call.owner] !== undefined;
      const company = row.owner ?? [...companiesOf(call, account)][0] ?? companies[0];
      const own = named ? { ...body, [call.owner ?? '']: company } : body;
      const kind =
        row.owner === null
          ? `of nobody, for ${String(row.doc['companyIds'])}`
          : `of ${companiesOf(call, account).has(row.owner) ? 'his' : 'another'}`;
      return cell(
        `${row.id} of ${row.owner ?? 'nobody'}`,
        { path: { [call.itemId]: row.id }, body: own },
        forItem(call, account, row),
        kind,
      );
    }),
    cell('missing', { path: { [call.itemId]: call.itemId === 'username' ? 'nobody@demo.example' : 'nothing-here' } }, '404'),
  ];
}

function forItem(call: Call, account: Account, row: Target): Verdict {
  if (call.owner === undefined) return forCompanies(call, account, row);
  if (call.resource === 'User' && !(MANAGES[account.kind] ?? []).includes(String(row.doc['accountType']))) return '403 or 404';
  if (row.owner === null) {
    const reads =
      (everywhere(account) && ownHolds(call, account, 'read')) ||
      (SHARED_READERS[call.resource ?? '']?.(account, row.doc) ?? false) ||
      row.id === account.username;
    if (!reads) return '403 or 404';
    return call.method === 'GET' || (everywhere(account) && ownHolds(call, account)) ? 'allow' : '403';
  }
  if (row.id === account.username && call.resource === 'User' && !account.companies.has(row.owner)) return 'allow';
  return mayIn(call, account, row.owner) && forSeen(call, account, row) === 'allow' ? 'allow' : '403 or 404';
}

/** What is for several companies, and belongs to none: read by who reaches one of them, changed by who reaches all. */
function forCompanies(call: Call, account: Account, { doc }: Target): Verdict {
  const named = companiesNamed(call.resource, doc);
  if (named === undefined || account.kind === 'superAdmin') return 'allow';
  const held = named.filter((id) => mayIn(call, account, id));
  if (named.length > 0 && held.length === 0) return '404';
  return call.method === 'GET' || (named.length > 0 && held.length === named.length) ? 'allow' : '403';
}

function forCompany(call: Call, account: Account, id: string): Verdict {
  if (!mayIn(call, account, id)) return '403';
  // nobody's company: whoever may ask about all of them is told that it is not there
  if (id !== NOWHERE) return 'allow';
  return isTenant(call) ? '404' : 'allow or 404';
}

/** What is decided before anything is named: session, default account, permission node. */
function gate({ access, id }: Call, account: Account): Verdict | undefined {
  if (access === 'public') return id === 'refreshToken' ? undefined : 'allow';
  if (!account.alive) return '401';
  if (typeof access === 'object' && !holdsNode(tree, account, access.node, access.level)) return '403';
  // what belongs to nobody is not changed with what is delegated
  if (typeof access === 'object' && access.tenant === 'none' && access.level === 'edit' && !ownHolds({ access }, account)) return '403';
  if (account.initial && !(INITIAL.has(id) && access === 'session')) return '403';
  return undefined;
}

/** Whether the call may be made about a company: it is one of the account's, and there the page is held. */
function mayIn({ access, id: call }: Pick<Call, 'access' | 'id'>, account: Account, id: string): boolean {
  if (account.kind === 'superAdmin') return true;
  if (!account.companies.has(id)) return false;
  if (call === 'listRuleFindings') return RULE_TABLES.some((node) => holdsNode(tree, account, node, 'read', { company: id }));
  return typeof access !== 'object' || holdsNode(tree, account, access.node, access.level, { company: id });
}

/** Companies in which the call may be made. */
function companiesOf({ access }: Call, account: Account): Set<string> {
  return typeof access === 'object' ? companiesWith(tree, account, access.node, access.level) : account.companies;
}

/** Whether the call's page is the account's own to use, not only delegated to it. */
function ownHolds({ access }: Pick<Call, 'access'>, account: Account, level?: 'read'): boolean {
  return typeof access !== 'object' || holdsNode(tree, account, access.node, level ?? access.level, { own: true });
}

/** A row of a company in which the call may be made: where it is out of reach, who may read it is refused, others find nothing. */
function forSeen({ access, method }: Call, account: Account, row: Target): Verdict {
  const at = (level: 'read' | 'edit') => (typeof access === 'object' ? { tree, node: access.node, level } : undefined);
  const own = at(typeof access === 'object' ? access.level : 'read');
  if (method === 'GET' ? sees(account, row, own) : holdsAll(account, row, own)) return 'allow';
  return method !== 'GET' && sees(account, row, at('read')) ? '403' : '404';
}

function everywhere({ kind }: Account): boolean {
  return kind === 'superAdmin' || kind === 'global';
}

/** The company itself. */
function isTenant(call: Call): boolean {
  return call.resource === 'Company';
}

function bodyFor(call: Call, account: Account): Doc | undefined {
  if (call.body === undefined) return undefined;
  return call.id === 'refreshToken' ? { username: account.username || 'nobody' } : call.body;
}

function without(body: Doc | undefined, name: string): Doc | undefined {
  return body && Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}
