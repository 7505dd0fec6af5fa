import { categoryOf } from '#domain/packets/applications.ts';
import { notFound } from '#generated/problems.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { Application, NetworkPath, PathRuleTable, PathWay } from '#generated/server/stored.ts';
import { figuresOf } from '#server/features/planning/network/measured-node.ts';
import { type Asking, networkOf } from '#server/features/planning/network/network.ts';
import { routeOf } from '#server/features/planning/network/route.ts';
import { reportedState } from '#server/features/site/index.ts';
import { type Carried, pathTables, readablePathTables, siteRules } from '#server/features/policy/index.ts';
import { handleFor } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem.ts';

type Question = {
  from: string;
  to: string;
  protocol?: number;
  dstPort?: number;
  application?: Application;
  source?: string;
  destination?: string;
};
type Site = Entities['Site'];

const TCP = 6;
/** Flows between two sites that are asked about, both ways counted. */
const MOST_FLOWS = 128;

/** The way of a packet, with what the rules at each site say to it, as far as the caller may read them. */
export async function pathOf(call: Asking, question: Question): Promise<NetworkPath> {
  const { topologies, places, links } = await networkOf(call);
  const [from, to] = await Promise.all([siteOf(call, question.from), siteOf(call, question.to)]);
  const readable = readablePathTables(call);
  const unchecked = pathTables.filter((table) => !readable.includes(table));
  const all = flowsOf(question, from, to);
  const asked = all.slice(0, MOST_FLOWS);
  const [first] = asked;
  const packet = first && { packet: packetOf(carriedOf(first, question)) };
  const way = routeOf(links, from.siteId, to.siteId);
  if (!way) return { outcome: 'none', ...packet, hops: [], links: [], checks: [], flows: [], undecided: [], unchecked };
  const ids = [from.siteId, ...way.map((step) => step.to)];
  const undecided = new Set<PathRuleTable>();
  const ask = await asker(call, undecided);
  const flows: NetworkPath['flows'] = [];
  const checks: Check[] = [];
  for (const flow of asked) {
    const said = await ask(flow.way === 'there' ? ids : ids.toReversed(), flow, carriedOf(flow, question));
    if (flow === first) checks.push(...said);
    flows.push(
      flowOf(
        flow,
        said.find(({ denied }) => denied),
      ),
    );
  }
  const stopped = checks.find(({ denied }) => denied)?.siteId;
  const stop = stopped === undefined ? Infinity : ids.indexOf(stopped);
  const isDown = way.some(({ link }) => link.state === 'down');
  return {
    outcome: outcomeOf(flows, isDown),
    ...packet,
    hops: ids.flatMap((siteId, index) => {
      const place = places.get(siteId);
      if (!place) return [];
      const { gap } = figuresOf(place, []);
      const state = reportedState(place);
      return [
        { siteId, name: place.name, state, ...(gap && state !== 'up' && state !== 'degraded' ? { gap } : {}), denied: index === stop },
      ];
    }),
    links: way.map(({ link }, index) => {
      const topology = link.topology === null ? undefined : topologies[link.topology];
      return {
        kind: link.kind,
        ...(topology ? { topologyId: topology.id, topology: topology.name } : {}),
        state: link.state,
        denied: index >= stop,
      };
    }),
    checks,
    flows,
    ...(all.length > asked.length ? { left: (all.length - asked.length) / 2 } : {}),
    undecided: pathTables.filter((table) => undecided.has(table)),
    unchecked,
  };
}

/** Denied where nothing gets there; in part where some of it does not, or not back. */
function outcomeOf(flows: NetworkPath['flows'], isDown: boolean): NetworkPath['outcome'] {
  const there = flows.filter(({ way }) => way === 'there');
  if (there.length > 0 && there.every(({ denied }) => denied)) return 'denied';
  if (isDown) return 'down';
  return flows.some(({ denied }) => denied) ? 'partly' : 'open';
}

function packetOf({ source, destination, protocol, dstPort }: Carried): NonNullable<NetworkPath['packet']> {
  return { source, destination, protocol, ...(dstPort === undefined ? {} : { dstPort }) };
}

async function siteOf({ handle, services, path }: Asking, id: string): Promise<Site> {
  const site = await handle.get(services.store.spec('Site'), id);
  if (site?.owner !== path.companyId) throw new ProblemError(notFound());
  return site.doc;
}

/** An address at one end, in the LAN that it is of where none is named. */
type End = { address: string; lan?: string };
type Flow = { way: PathWay; from: End; to: End };

function endsOf(site: Site, named: string | undefined): End[] {
  return named === undefined ? (site.lan ?? []).map(({ name, lanIp }) => ({ address: lanIp, lan: name })) : [{ address: named }];
}

/** Every LAN of the one site with every LAN of the other, there and back. */
function flowsOf(question: Question, from: Site, to: Site): Flow[] {
  const there = endsOf(from, question.source).flatMap((source) =>
    endsOf(to, question.destination).map((destination): Flow => ({ way: 'there', from: source, to: destination })),
  );
  return there.flatMap((flow) => [flow, { way: 'back', from: flow.to, to: flow.from }]);
}

/** The same is asked from the other end: what only answers passes devices that keep connections. */
function carriedOf({ from, to }: Flow, { protocol = TCP, dstPort, application }: Question): Carried {
  const category = application && categoryOf(application);
  return {
    source: from.address,
    destination: to.address,
    protocol,
    ...(dstPort === undefined ? {} : { dstPort }),
    ...(application === undefined ? {} : { application }),
    ...(category === undefined ? {} : { categories: [category] }),
  };
}

type Check = NetworkPath['checks'][number];
type AskWay = (ids: readonly string[], flow: Flow, carried: Carried) => Promise<Check[]>;

/** Asks what each table says at each site of a way; a packet enters at a LAN of the first and leaves at one of the last. */
async function asker(call: Asking, undecided: Set<PathRuleTable>): Promise<AskWay> {
  // rules are read as the test of a packet reads them
  const ask = await siteRules({ ...call, handle: handleFor(call, 'session') }, readablePathTables(call), undecided);
  return async (ids, { from, to }, carried) => {
    const checks: Check[] = [];
    for (const [index, siteId] of ids.entries()) {
      const site = await siteOf(call, siteId);
      const [isFirst, isLast] = [index === 0, index === ids.length - 1];
      const through = { from: isFirst ? 'lan' : 'wan', to: isLast ? 'lan' : 'wan', fromLan: from.lan, toLan: to.lan } as const;
      for (const { resource: _resource, ...check } of await ask(site, through, carried)) checks.push({ siteId, site: site.name, ...check });
    }
    return checks;
  };
}

/** A flow with what stops it. */
function flowOf({ way, from, to }: Flow, stop: Check | undefined): NetworkPath['flows'][number] {
  return {
    way,
    ...(from.lan === undefined ? {} : { sourceLan: from.lan }),
    source: from.address,
    ...(to.lan === undefined ? {} : { destinationLan: to.lan }),
    destination: to.address,
    denied: stop !== undefined,
    ...(stop && { siteId: stop.siteId, site: stop.site, table: stop.table }),
    ...(stop?.ruleId === undefined ? {} : { ruleId: stop.ruleId }),
    ...(stop?.ruleName === undefined ? {} : { ruleName: stop.ruleName }),
  };
}
