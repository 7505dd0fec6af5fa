import { asObject, keysOf, texts } from '#domain/json.ts';
import { type AddressSets, type ReadRule, readRules, type RuleDocument } from '#domain/packets/rule.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc } from '#server/store/items/tables.ts';

type Decision = (doc: Doc) => string;
type Table = {
  resource: string;
  outcome: Decision;
  /** What the device does with what no rule fits, if anything. */ otherwise?: string;
  document?: (doc: Doc) => Partial<RuleDocument>;
};

const strategy: Decision = (doc) => String(doc.strategy);

/** The tables that a device asks about a packet, by the names that the contract gives them. */
export const ruleTables = {
  advancedFirewall: { resource: 'AdvancedFirewallRule', outcome: strategy, otherwise: 'DROP' },
  applicationFirewall: { resource: 'ApplicationFirewallRule', outcome: strategy, otherwise: 'DROP' },
  acl: { resource: 'AclRule', outcome: strategy, otherwise: 'DROP' },
  snat: {
    resource: 'SnatRule',
    outcome: (doc) => `${String(doc.extIp)}:${String(doc.extPort)}`,
    document: (doc) => ({ source: addressOf(doc.intIp), srcPorts: portOf(doc.intPort) }),
  },
  dnat: {
    resource: 'DnatRule',
    outcome: (doc) => `${String(doc.intIp)}:${String(doc.intPort)}`,
    document: (doc) => ({ destination: addressOf(doc.extIp), dstPorts: portOf(doc.extPort) }),
  },
  rateLimit: { resource: 'RateLimitRule', outcome: (doc) => `${String(doc.rateIn)}/${String(doc.rateOut)} Mbps` },
  policyRoute: { resource: 'PolicyRoute', outcome: (doc) => `${String(doc.dstInterface)} ${String(doc.nextHop)}` },
} satisfies Record<string, Table>;

export type TableName = keyof typeof ruleTables;
export const tableNames = keysOf(ruleTables);

/** One table of a company, read and in order, with the documents by id. */
export type LoadedTable = { rules: ReadRule[]; docs: Map<string, Doc>; outcome: Decision; otherwise: string | undefined };

/** More rules than this no device holds. */
const MOST = 10_000;

/**
 * Reads tables of a company as `reads` reaches them; the address sets and application groups that rules name are followed
 * by the server, each once.
 */
export function tableLoader(companyId: string, reads: Handle, system: Handle): (name: TableName) => Promise<LoadedTable> {
  const known = new Map<string, Doc>();
  return (name) => loadTable(name, companyId, reads, (resource, ids) => itemsOf(system, resource, ids, known));
}

/** Reads rules that no table of a company holds together: those of strategies. */
export function ruleReader(system: Handle): (docs: ReadonlyMap<string, Doc>) => Promise<ReadRule[]> {
  const known = new Map<string, Doc>();
  return (docs) => readAll(docs, (resource, ids) => itemsOf(system, resource, ids, known));
}

async function loadTable(name: TableName, companyId: string, reads: Handle, items: Items): Promise<LoadedTable> {
  const table: Table = ruleTables[name];
  const spec = specOf(reads, table.resource);
  const { rows } = await reads.list(spec, { among: [{ path: spec.owner ?? '', in: [companyId] }], skip: 0, limit: MOST });
  const docs = new Map(rows.map((row) => [row.id, asObject(JSON.parse(row.text))]));
  return { rules: await readAll(docs, items, table.document), docs, outcome: table.outcome, otherwise: table.otherwise };
}

async function readAll(docs: ReadonlyMap<string, Doc>, items: Items, document?: Table['document']): Promise<ReadRule[]> {
  const groups = await items('ApplicationGroup', [...docs.values()].flatMap(groupsOf));
  const documents = [...docs].map(([id, doc]): RuleDocument => {
    const own = { ...(doc as unknown as RuleDocument), ...document?.(doc), id };
    const named = groupsOf(doc).map((group) => groups.get(group) ?? {});
    return named.length === 0 ? own : { ...own, ...together([doc, ...named]) };
  });
  const sets = await items(
    'AddressSet',
    documents.flatMap(({ source, destination }) => [source?.addressSet, destination?.addressSet].filter((id) => id !== undefined)),
  );
  return readRules(documents, sets as unknown as AddressSets);
}

/** What a rule names itself and what its groups hold. */
function together(docs: readonly Doc[]): Pick<RuleDocument, 'applications' | 'categories' | 'domains'> {
  const all = (property: string): string[] => docs.flatMap((doc) => texts(doc[property]));
  return { applications: all('applications'), categories: all('categories'), domains: all('domains') };
}

function groupsOf(doc: Doc): string[] {
  return texts(doc.groupIds);
}

type Items = (resource: string, ids: readonly string[]) => Promise<Map<string, Doc>>;

async function itemsOf(system: Handle, resource: string, ids: readonly string[], known: Map<string, Doc>): Promise<Map<string, Doc>> {
  const spec = specOf(system, resource);
  const found = new Map<string, Doc>();
  for (const id of new Set(ids)) {
    const doc = known.get(`${resource} ${id}`) ?? (await system.get(spec, id))?.doc;
    if (!doc) continue;
    known.set(`${resource} ${id}`, doc);
    found.set(id, doc);
  }
  return found;
}

function addressOf(address: unknown): RuleDocument['source'] {
  return typeof address === 'string' && address !== '*' ? { kind: 'address', addresses: [address] } : { kind: 'any' };
}

function portOf(port: unknown): string {
  return typeof port === 'string' ? port : '*';
}

function specOf({ store }: Handle, name: string): ItemSpec {
  const spec = store.specNamed(name);
  if (!spec) throw new Error(`The contract has no ${name}`);
  return spec;
}
