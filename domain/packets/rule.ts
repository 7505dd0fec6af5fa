import { parsePortList, type PortRange } from '#domain/formats/port-list.ts';
import { complement, type Space, spaceOf, union } from '#domain/packets/address-space.ts';

type Match = { kind?: string; addresses?: readonly string[]; addressSet?: string; invert?: boolean };
export type TimeRange = {
  kind: string;
  weekdays?: readonly number[];
  monthdays?: readonly number[];
  startDate?: string;
  endDate?: string;
  startTime?: string;
  endTime?: string;
};

/** A rule of any table as its schema has it: five-tuple, NAT addresses, zones, applications, sites and time. */
export type RuleDocument = {
  id: string;
  priority: number;
  enable?: boolean;
  siteIds?: readonly string[];
  protocol?: number;
  source?: Match;
  destination?: Match;
  srcPorts?: string;
  srcPortsInvert?: boolean;
  dstPorts?: string;
  dstPortsInvert?: boolean;
  srcZone?: string;
  dstZone?: string;
  applications?: readonly string[];
  categories?: readonly string[];
  domains?: readonly string[];
  timeRange?: TimeRange;
};

/** Address sets with what single sites add to them; each is read once, in however many tables it is named. */
export type AddressSets = ReadonlyMap<string, AddressSet>;
export type AddressSet = { rules: readonly string[]; siteRules?: readonly { siteId: string; rules: readonly string[] }[] };

/**
 * Where a rule looks for an address: `base` everywhere, more at single sites. Inverted it means all other addresses.
 * Undefined instead of a place is any address.
 */
export type AddressMatch = { base: Space; bySite: ReadonlyMap<string, Space>; invert: boolean; reference: string };
type Ports = { ranges: readonly PortRange[]; invert: boolean };

/** A rule that is read once and matched often. */
export type ReadRule = {
  id: string;
  priority: number;
  enable: boolean;
  /** None means every site. */
  sites?: ReadonlySet<string>;
  protocol?: number;
  source?: AddressMatch;
  destination?: AddressMatch;
  srcPorts?: Ports;
  dstPorts?: Ports;
  srcZone?: string;
  dstZone?: string;
  apps?: { applications: ReadonlySet<string>; categories: ReadonlySet<string>; domains: ReadonlySet<string> };
  time?: TimeRange;
};

const PORT_PROTOCOLS = new Set([6, 17]);

/** Reads the rules of one table in the order in which they are tried: the lowest priority first, then by id. */
export function readRules(documents: readonly RuleDocument[], sets: AddressSets): ReadRule[] {
  return documents
    .map((document) => readRule(document, sets))
    .toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

export function hasPorts(protocol: number): boolean {
  return PORT_PROTOCOLS.has(protocol);
}

/** The addresses that a place means for sure, at every site. */
export function leastOf(place: AddressMatch): Space {
  return extentOf(place).least;
}

/** The addresses that a place may mean at some site. */
export function mostOf(place: AddressMatch): Space {
  return extentOf(place).most;
}

const extents = new WeakMap<AddressMatch, { least: Space; most: Space }>();

function extentOf(place: AddressMatch): { least: Space; most: Space } {
  let extent = extents.get(place);
  if (!extent) {
    const all = union(place.base, ...place.bySite.values());
    extent = place.invert ? { least: complement(all), most: complement(place.base) } : { least: place.base, most: all };
    extents.set(place, extent);
  }
  return extent;
}

function readRule(document: RuleDocument, sets: AddressSets): ReadRule {
  const { id, priority, enable, siteIds, protocol, srcZone, dstZone, timeRange } = document;
  const source = readAddressMatch(document.source, sets);
  const destination = readAddressMatch(document.destination, sets);
  const srcPorts = readPorts(document.srcPorts, document.srcPortsInvert);
  const dstPorts = readPorts(document.dstPorts, document.dstPortsInvert);
  const apps = readApps(document);
  return {
    id,
    priority,
    enable: enable !== false,
    ...(siteIds && siteIds.length > 0 ? { sites: new Set(siteIds) } : {}),
    ...(protocol === undefined ? {} : { protocol }),
    ...(source ? { source } : {}),
    ...(destination ? { destination } : {}),
    ...(srcPorts ? { srcPorts } : {}),
    ...(dstPorts ? { dstPorts } : {}),
    ...(srcZone === undefined ? {} : { srcZone }),
    ...(dstZone === undefined ? {} : { dstZone }),
    ...(apps ? { apps } : {}),
    ...(timeRange ? { time: timeRange } : {}),
  };
}

function readAddressMatch(match: Match | undefined, sets: AddressSets): AddressMatch | undefined {
  if (match?.kind === 'address') {
    const lines = match.addresses ?? [];
    return { base: spaceOf(lines), bySite: new Map(), invert: match.invert === true, reference: lines.join('\n') };
  }
  if (match?.kind !== 'addressSet') return undefined;
  const reference = match.addressSet ?? '';
  const read = spacesOf(sets.get(reference) ?? NO_SET);
  return { ...read, invert: match.invert === true, reference: `set ${reference}` };
}

const NO_SET: AddressSet = { rules: [] };
const spacesOfSets = new WeakMap<AddressSet, Pick<AddressMatch, 'base' | 'bySite'>>();

function spacesOf(set: AddressSet): Pick<AddressMatch, 'base' | 'bySite'> {
  let place = spacesOfSets.get(set);
  if (!place) {
    place = { base: spaceOf(set.rules), bySite: new Map(set.siteRules?.map(({ siteId, rules }) => [siteId, spaceOf(rules)])) };
    spacesOfSets.set(set, place);
  }
  return place;
}

function readPorts(text: string | undefined, invert = false): Ports | undefined {
  if (text === undefined || text === '' || text === '*') return undefined;
  const ranges = parsePortList(text);
  return Array.isArray(ranges) ? { ranges, invert } : undefined;
}

function readApps({ applications = [], categories = [], domains = [] }: RuleDocument): ReadRule['apps'] {
  if (applications.length + categories.length + domains.length === 0) return undefined;
  return {
    applications: new Set(applications),
    categories: new Set(categories),
    domains: new Set(domains.map((domain) => domain.toLowerCase())),
  };
}
