import { isNetwork, parseCidr } from '#domain/formats/cidr.ts';
import { overlaps } from '#domain/formats/ip.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { WalkStage } from '#generated/server/stored.ts';
import { placeAt, type SitePlace } from '#server/features/site/index.ts';
import { type Carried, type RuleCheck, siteRules, stoppingTables } from '#server/features/policy/index.ts';
import { seedOf, share } from '#server/kernel/draw.ts';
import { circuitsOf, incidentsAt } from '#server/simulator/network.ts';
import { reach } from '#server/simulator/reachable.ts';
import type { StepContext } from '#server/simulator/step-context.ts';
import { type Circuit, isDown, jitterAt, latencyAt, lossAt, rateAt } from '#server/simulator/traffic.ts';

/** One thing on the way from a site to what it asks for. `latency` (ms) is that from the site to there and back. */
export type Stage = {
  stage: WalkStage;
  name: string;
  broken: boolean;
  latency?: number;
  lossRate: number;
  /** The rule that decides, where one fits. */
  rule?: Rule;
};
type Rule = { resource: string; itemId: string };
/** What the rules of a site say to what is sent. */
type Verdict = { denied: boolean; rule?: Rule };
/** Everything that the tools of a device find out comes from here: they cannot contradict one another. */
export type Way = {
  stages: Stage[];
  /** Where it ends, if it does not arrive. */
  broken?: WalkStage;
  address: string;
  latency: number;
  jitter: number;
  lossRate: number;
  /** Mbps that are free on the port that is taken. */
  up: number;
  down: number;
  /** Of the site's first LAN. */
  gateway: string;
};
type Facts = {
  place: SitePlace;
  reachable: boolean;
  gateway: string;
  pop?: Pick<Entities['Pop'], 'name' | 'serviceStatus'>;
  /** The other site that the target stands at. */
  far?: SitePlace;
  /** What the rules say here and there; absent where a site has none. */
  rules?: Verdict;
  farRules?: Verdict;
};
type Task = Pick<Entities['DiagnosisTask'], 'siteId' | 'wan' | 'target' | 'dnsServer'>;
type PathTask = Task & Pick<Entities['DiagnosisTask'], 'kind' | 'port'>;

const NO_GATEWAY = '192.168.1.1';
const TCP = 6;
const HTTPS = 443;

/** What the demo network knows of a way: the site's ports and what is wrong at them, its POP, and the site at the other end. */
export async function factsOf(
  { services, tx }: Pick<StepContext<'DiagnosisTask'>, 'services' | 'tx'>,
  task: PathTask,
): Promise<Facts | undefined> {
  const { store, system } = services;
  const place = await placeAt(services, tx, task.siteId);
  const site = await tx.get(store.spec('Site'), task.siteId);
  if (!place || !site) return undefined;
  const { preferredPop } = place;
  const pop = preferredPop === undefined ? undefined : await tx.anyOf(store.spec('Pop'), preferredPop);
  const address = parseCidr(`${task.target}/32`);
  const held = isNetwork(address)
    ? (await system.ranges(store.spec('Site'), place.companyId)).find((range) => range.id !== task.siteId && overlaps(range, address.range))
    : undefined;
  const far = held && (await placeAt(services, tx, held.id));
  const gateway = site.doc.lan?.[0]?.lanIp ?? NO_GATEWAY;
  const asked = packetOf(task, gateway);
  const ask = asked && (await siteRules({ services, handle: system, path: { companyId: place.companyId } }, stoppingTables));
  const rules = ask && verdictOf(await ask(site.doc, { from: 'lan', to: 'wan' }, asked));
  const farSite = far && (await tx.get(store.spec('Site'), far.siteId));
  const farRules = ask && farSite && verdictOf(await ask(farSite.doc, { from: 'wan', to: 'lan' }, asked));
  return {
    place,
    reachable: site.doc.reachability === 'reachable' && place.sn !== undefined,
    gateway,
    ...(pop ? { pop: pop.doc } : {}),
    ...(far ? { far } : {}),
    ...(rules ? { rules } : {}),
    ...(farRules ? { farRules } : {}),
  };
}

/** What somebody at the site sends to the service that a walk is about. What the device sends itself passes no rule. */
function packetOf({ kind, target, port = HTTPS }: PathTask, source: string): Carried | undefined {
  if (kind !== 'walk') return undefined;
  return { source, destination: addressOf(target), protocol: TCP, dstPort: port, ...(isName(target) ? { domain: target } : {}) };
}

/** The first table that stops it, else what lets it pass; nothing where there are no rules. */
function verdictOf(checks: readonly RuleCheck<(typeof stoppingTables)[number]>[]): Verdict | undefined {
  const check = checks.find(({ denied }) => denied) ?? checks.find(({ ruleId }) => ruleId !== undefined) ?? checks[0];
  if (!check) return undefined;
  const { denied, resource, ruleId } = check;
  return { denied, ...(ruleId === undefined ? {} : { rule: { resource, itemId: ruleId } }) };
}

function isName(target: string): boolean {
  return !/^[\d.]+$|:/.test(target);
}

function addressOf(target: string): string {
  return isName(target) ? `198.51.100.${1 + (seedOf(target) % 250)}` : target;
}

/** The way at an instant. A port that is down carries nothing; without a port in the question the first that works is taken. */
export function wayOf({ place, reachable, gateway, pop, far, rules, farRules }: Facts, { wan, target, dnsServer }: Task, at: number): Way {
  const incidents = incidentsAt(place, at, at + 1);
  const circuits = circuitsOf(place, wan);
  const taken = circuits.find((circuit) => !isDown(circuit, at, incidents)) ?? circuits[0];
  const named = isName(target);
  const port = read(taken, at, incidents);
  const other = far ? read(firstUp(far, at), at, incidentsAt(far, at, at + 1)) : undefined;
  const beyond = far ? 0 : 2 + 40 * share(seedOf(target), 3) ** 2;
  const unknown = named && reach(target, undefined) === 'nameUnknown';
  const stages: Stage[] = [];
  const add = (
    stage: WalkStage,
    name: string,
    { broken, latency, lossRate = 0, rule }: { broken: boolean; latency?: number; lossRate?: number; rule?: Rule | undefined },
  ): void => {
    stages.push({
      stage,
      name,
      broken,
      lossRate: broken ? 100 : lossRate,
      ...(broken || latency === undefined ? {} : { latency }),
      ...(rule ? { rule } : {}),
    });
  };
  add('device', place.name, { broken: !reachable, latency: 0.4 });
  if (rules) add('rules', place.name, { broken: rules.denied, rule: rules.rule });
  add('wan', taken?.name ?? wan ?? 'WAN1', { broken: port.isDown, latency: port.latency / 3, lossRate: port.lossRate });
  if (pop) add('pop', pop.name, { broken: pop.serviceStatus !== 'normal', latency: port.latency, lossRate: port.lossRate });
  if (named) add('name', dnsServer ?? 'DNS', { broken: unknown, latency: port.latency + 2, lossRate: port.lossRate });
  const latency = port.latency + (other?.latency ?? 0) + beyond;
  const lossRate = 100 * (1 - (1 - port.lossRate / 100) * (1 - (other?.lossRate ?? 0) / 100));
  if (far) add('farSite', far.name, { broken: other?.isDown === true || far.silentFrom <= at, latency, lossRate });
  if (far && farRules) add('farRules', far.name, { broken: farRules.denied, latency, lossRate, rule: farRules.rule });
  add('service', target, { broken: false, latency, lossRate });
  const broken = stages.find((each) => each.broken)?.stage;
  return {
    stages: untilBroken(stages),
    ...(broken ? { broken } : {}),
    address: addressOf(target),
    latency,
    jitter: port.jitter,
    lossRate: broken ? 100 : lossRate,
    up: port.up,
    down: port.down,
    gateway,
  };
}

function untilBroken(stages: readonly Stage[]): Stage[] {
  const end = stages.findIndex(({ broken }) => broken);
  return end < 0 ? [...stages] : stages.slice(0, end + 1);
}

function firstUp(place: SitePlace, at: number): Circuit | undefined {
  const incidents = incidentsAt(place, at, at + 1);
  const circuits = circuitsOf(place);
  return circuits.find((circuit) => !isDown(circuit, at, incidents)) ?? circuits[0];
}

type Reading = { isDown: boolean; latency: number; jitter: number; lossRate: number; up: number; down: number };

/** What the same circuit shows in monitoring at that instant. */
function read(circuit: Circuit | undefined, at: number, incidents: ReturnType<typeof incidentsAt>): Reading {
  if (!circuit || isDown(circuit, at, incidents)) return { isDown: true, latency: 0, jitter: 0, lossRate: 100, up: 0, down: 0 };
  return {
    isDown: false,
    latency: latencyAt(circuit, at, incidents) ?? 0,
    jitter: jitterAt(circuit, at, incidents) ?? 0,
    lossRate: lossAt(circuit, at, incidents),
    up: Math.max(0, circuit.up - rateAt(circuit, 'tx', at, incidents)),
    down: Math.max(0, circuit.down - rateAt(circuit, 'rx', at, incidents)),
  };
}
