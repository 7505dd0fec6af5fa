import { notFound } from '#generated/problems.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { NetworkPath } from '#generated/server/stored.ts';
import { figuresOf } from '#server/features/planning/network/measured-node.ts';
import { type Asking, networkOf } from '#server/features/planning/network/network.ts';
import { routeOf } from '#server/features/planning/network/route.ts';
import { reportedState } from '#server/features/site/index.ts';
import { type Carried, readableTables, siteRules, stoppingTables } from '#server/features/policy/index.ts';
import { handleFor } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem.ts';

type Question = { from: string; to: string; protocol?: number; dstPort?: number; source?: string; destination?: string };
type Site = Entities['Site'];

const TCP = 6;

/** The way of a packet, with what the rules at each site say to it, as far as the caller may read them. */
export async function pathOf(call: Asking, question: Question): Promise<NetworkPath> {
  const { topologies, places, links } = await networkOf(call);
  const [from, to] = await Promise.all([siteOf(call, question.from), siteOf(call, question.to)]);
  const readable = readableTables(call, stoppingTables);
  const unchecked = stoppingTables.filter((table) => !readable.includes(table));
  const packet = packetOf(question, from, to);
  const asked = packet && {
    packet: {
      source: packet.source,
      destination: packet.destination,
      protocol: packet.protocol,
      ...(packet.dstPort === undefined ? {} : { dstPort: packet.dstPort }),
    },
  };
  const way = routeOf(links, from.siteId, to.siteId);
  if (!way) return { outcome: 'none', ...asked, hops: [], links: [], checks: [], unchecked };
  const ids = [from.siteId, ...way.map((step) => step.to)];
  const checks = packet ? await checksAlong(call, ids, packet, readable) : [];
  const stopped = checks.find(({ denied }) => denied)?.siteId;
  const stop = stopped === undefined ? Infinity : ids.indexOf(stopped);
  const isDown = way.some(({ link }) => link.state === 'down');
  return {
    outcome: stopped !== undefined ? 'denied' : isDown ? 'down' : 'open',
    ...asked,
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
    unchecked,
  };
}

async function siteOf({ handle, services, path }: Asking, id: string): Promise<Site> {
  const site = await handle.get(services.store.spec('Site'), id);
  if (site?.owner !== path.companyId) throw new ProblemError(notFound());
  return site.doc;
}

/** What travels: addresses that are named, else those of the sites' first LANs. */
function packetOf({ protocol = TCP, dstPort, ...named }: Question, from: Site, to: Site): Carried | undefined {
  const source = named.source ?? from.lan?.[0]?.lanIp;
  const destination = named.destination ?? to.lan?.[0]?.lanIp;
  if (source === undefined || destination === undefined) return undefined;
  return { source, destination, protocol, ...(dstPort === undefined ? {} : { dstPort }) };
}

/** What each table says at each site; a packet enters at the LAN of the first and leaves at that of the last. */
async function checksAlong(
  call: Asking,
  ids: readonly string[],
  carried: Carried,
  tables: ReturnType<typeof readableTables>,
): Promise<NetworkPath['checks']> {
  // rules are read as the test of a packet reads them
  const ask = await siteRules({ ...call, handle: handleFor(call, 'session') }, tables);
  const checks: NetworkPath['checks'] = [];
  for (const [index, siteId] of ids.entries()) {
    const site = await siteOf(call, siteId);
    const through = { from: index === 0 ? 'lan' : 'wan', to: index === ids.length - 1 ? 'lan' : 'wan' } as const;
    for (const { resource: _resource, ...check } of await ask(site, through, carried)) checks.push({ siteId, site: site.name, ...check });
  }
  return checks;
}
