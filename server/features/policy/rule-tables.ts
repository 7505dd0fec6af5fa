import { keysOf } from '#domain/json.ts';
import { type ReadRule, readRules, type RuleDocument } from '#domain/packets/rule.ts';
import type { EntityName } from '#generated/server/entities.ts';
import type { Handle } from '#server/store/items/handle.ts';
import { docOf, type DocOf } from '#server/store/items/typed.ts';

/** Entities whose rows are the rules of one table. */
type RuleEntity =
  | 'AdvancedFirewallRule'
  | 'ApplicationFirewallRule'
  | 'AclRule'
  | 'SnatRule'
  | 'DnatRule'
  | 'RateLimitRule'
  | 'PolicyRoute';
/** A rule as any of them, or a strategy, has it. */
type Rule = Omit<RuleDocument, 'id'> & { name: string; groupIds?: readonly string[] };
type Applications = Pick<RuleDocument, 'applications' | 'categories' | 'domains'>;

/** One table of a company, read and in order, with the documents by id. */
export type LoadedTable = {
  rules: ReadRule[];
  docs: ReadonlyMap<string, { name: string }>;
  /** What the rule of this id decides. */
  outcome: (id: string) => string;
  otherwise: string | undefined;
};
type Table = { resource: RuleEntity; load: (companyId: string, reads: Handle, read: ReadAll) => Promise<LoadedTable> };
type Says<Name extends RuleEntity> = {
  outcome: (rule: DocOf<Name>) => string;
  /** What the device does with what no rule fits, if anything. */
  otherwise?: string;
  /** What of a packet it asks for, where its properties have other names for that. */
  document?: (rule: DocOf<Name>) => Partial<RuleDocument>;
};

/** More rules than this no device holds. */
const MOST = 10_000;

const strategy = (rule: { strategy: string }): string => rule.strategy;

/** The tables that a device asks about a packet, by the names that the contract gives them. */
export const ruleTables = {
  advancedFirewall: tableOf('AdvancedFirewallRule', { outcome: strategy, otherwise: 'DROP' }),
  applicationFirewall: tableOf('ApplicationFirewallRule', { outcome: strategy, otherwise: 'DROP' }),
  acl: tableOf('AclRule', { outcome: strategy, otherwise: 'DROP' }),
  snat: tableOf('SnatRule', {
    outcome: ({ extIp, extPort }) => `${extIp}:${extPort}`,
    document: ({ intIp, intPort }) => ({ source: addressOf(intIp), srcPorts: intPort }),
  }),
  dnat: tableOf('DnatRule', {
    outcome: ({ intIp, intPort }) => `${intIp}:${intPort}`,
    document: ({ extIp, extPort }) => ({ destination: addressOf(extIp), dstPorts: extPort }),
  }),
  rateLimit: tableOf('RateLimitRule', { outcome: ({ rateIn, rateOut }) => `${rateIn}/${rateOut} Mbps` }),
  policyRoute: tableOf('PolicyRoute', { outcome: ({ dstInterface, nextHop }) => `${dstInterface} ${nextHop}` }),
} satisfies Record<string, Table>;

export type TableName = keyof typeof ruleTables;
export const tableNames = keysOf(ruleTables);

function tableOf<Name extends RuleEntity>(resource: Name, { outcome, otherwise, document }: Says<Name>): Table {
  return {
    resource,
    load: async (companyId, reads, read) => {
      const spec = reads.store.spec(resource);
      const { rows } = await reads.list(spec, { among: [{ path: 'companyId', in: [companyId] }], skip: 0, limit: MOST });
      const docs = new Map(rows.map(({ id, text }) => [id, docOf(spec, text)]));
      const asked = new Map([...docs].map(([id, doc]): [string, Rule] => [id, document ? { ...doc, ...document(doc) } : doc]));
      const decides = (id: string): string => {
        const doc = docs.get(id);
        return doc ? outcome(doc) : '';
      };
      return { rules: await read(asked), docs: asked, outcome: decides, otherwise };
    },
  };
}

/**
 * Reads tables of a company as `reads` reaches them; the address sets and application groups that rules name are followed
 * by the server, each once.
 */
export function tableLoader(companyId: string, reads: Handle, system: Handle): (name: TableName) => Promise<LoadedTable> {
  const read = ruleReader(system);
  return (name) => ruleTables[name].load(companyId, reads, read);
}

type ReadAll = (docs: ReadonlyMap<string, Rule>) => Promise<ReadRule[]>;

/** Reads rules by id, of one table or those that no table of a company holds together: those of strategies. */
export function ruleReader(system: Handle): ReadAll {
  const [groupsOf, setsOf] = [eachOnce(system, 'ApplicationGroup'), eachOnce(system, 'AddressSet')];
  return async (docs) => {
    const groups = await groupsOf([...docs.values()].flatMap(({ groupIds = [] }) => groupIds));
    const documents = [...docs].map(([id, doc]): RuleDocument => {
      const named = (doc.groupIds ?? []).map((group): Applications => groups.get(group) ?? {});
      return { ...doc, id, ...(named.length === 0 ? {} : together([doc, ...named])) };
    });
    const sets = await setsOf(
      documents.flatMap(({ source, destination }) => [source?.addressSet, destination?.addressSet].filter((id) => id !== undefined)),
    );
    return readRules(documents, sets);
  };
}

/** What a rule names itself and what its groups hold. */
function together(docs: readonly Applications[]): Applications {
  const all = (property: keyof Applications): string[] => docs.flatMap((doc) => doc[property] ?? []);
  return { applications: all('applications'), categories: all('categories'), domains: all('domains') };
}

/** Items by their ids; what is asked for again is remembered. */
function eachOnce<Name extends EntityName>(system: Handle, name: Name): (ids: readonly string[]) => Promise<Map<string, DocOf<Name>>> {
  const known = new Map<string, DocOf<Name>>();
  return async (ids) => {
    const spec = system.store.spec(name);
    for (const id of new Set(ids)) {
      const doc = known.get(id) ?? (await system.get(spec, id))?.doc;
      if (doc) known.set(id, doc);
    }
    return known;
  };
}

function addressOf(address: string): RuleDocument['source'] {
  return address === '*' ? { kind: 'any' } : { kind: 'address', addresses: [address] };
}
