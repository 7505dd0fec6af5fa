import type { FlowStage, MeasuredRange, RecordedGroup } from '#generated/server/stored.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import { placesOf } from '#server/features/site/index.ts';
import { tenths } from '#server/features/monitoring/operations/bandwidth.ts';
import { incidentsAround } from '#server/features/monitoring/operations/incidents.ts';
import { windowOf } from '#server/features/monitoring/operations/monitor-query.ts';
import type { Call } from '#server/kernel/handler.ts';
import { listQuery } from '#server/kernel/resource/list.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Tally } from '#server/store/query/aggregate.ts';
import type { ListQuery } from '#server/store/query/list-query.ts';
import type { FlowRow, Window } from '#server/telemetry/port.ts';

/** Records of devices that can be put together. */
type Recorded = 'AuditLog' | 'AuthReport' | 'AuditService' | 'DnsAudit';
type Group = Omit<RecordedGroup, 'name' | 'siteId'>;
type RecordCall = Omit<Call, 'path' | 'query'> & {
  path: { companyId: string };
  query: {
    startTime?: string;
    endTime?: string;
    option?: number;
    points?: number;
    n: number;
    skip: number;
    limit: number;
    siteId?: string[];
  };
};

const AT = 'at';
const SITE = 'siteId';
/** Ways between the nodes of a graph: what is less is in their rest. */
const MOST_WAYS = 2000;
/** Names of each stage of a graph. */
const GRAPHED = 30;

/** What devices recorded in a range, put together where it lies: the records that the list of the same filters shows. */
export class Records<Name extends Recorded> {
  readonly #call: RecordCall;
  readonly #name: Name;
  readonly #bytes: readonly string[];
  readonly #narrowed: Pick<ListQuery, 'among' | 'likes' | 'contains' | 'ranges'>;
  readonly #window: Window;

  /** `bytes`: properties that add up to the data of a record. */
  constructor(call: RecordCall, name: Name, bytes: readonly string[] = []) {
    this.#call = call;
    this.#name = name;
    this.#bytes = bytes;
    const { from, to, points } = windowOf(call, 1);
    // whole milliseconds, so that every database divides alike
    const step = Math.max(1, Math.ceil((to - from) / Math.max(1, points)));
    this.#window = { from, to, points: points === 0 ? 0 : Math.max(1, Math.ceil((to - from) / step)) };
    const { among = [], likes = [], contains = [] } = listQuery(call.services.store.spec(name), call);
    this.#narrowed = { among, likes, contains, ranges: [{ path: AT, from, to }] };
  }

  get range(): MeasuredRange {
    const { services } = this.#call;
    const { from, to, points } = this.#window;
    return {
      from: timestamp(from),
      to: timestamp(to),
      points,
      ...(services.network
        ? { source: services.telemetry.source === 'demo' ? ('demo' as const) : ('store' as const) }
        : { source: 'none' as const, gap: 'notConnected' as const }),
    };
  }

  /** The same with what was the matter in it at the sites that are asked about. */
  async markedRange(): Promise<MeasuredRange> {
    const { services, handle, path, query } = this.#call;
    const { siteId = [] } = query;
    const places = await placesOf(services, handle, path.companyId, siteId.length > 0 ? [{ path: SITE, in: siteId }] : []);
    return { ...this.range, ...(await incidentsAround(this.#call, { places, window: this.#window })) };
  }

  /** How many there are in each part of the range, for each value in the order in which they are given. */
  async over<Value extends string>(
    path: string,
    values: readonly (readonly [stored: string | number, value: Value])[],
  ): Promise<{ value: Value; values: (number | null)[] }[]> {
    const { from, to, points } = this.#window;
    const step = Math.ceil((to - from) / Math.max(1, points));
    const tallies = points === 0 ? [] : await this.#tallies({ by: [path], every: { path: AT, from, step } });
    const isKnown = tallies.length > 0 || this.#call.services.network !== undefined;
    return values.map(([stored, value]) => {
      const counts: (number | null)[] = Array.from({ length: points }, () => (isKnown ? 0 : null));
      for (const { part, count, of } of tallies) {
        const at = Math.min(part, points - 1);
        if (of[path] === stored) counts[at] = (counts[at] ?? 0) + count;
      }
      return { value, values: counts };
    });
  }

  /** The values of a property by how many records have them; what has none is part of the whole alone. */
  by(path: string): Promise<(Group & { name: string })[]> {
    return this.#largest(path);
  }

  /** The same of a property that has one of some values. */
  async among<Value extends string>(path: string, values: readonly Value[]): Promise<(Group & { value: Value })[]> {
    const groups = await this.#largest(path);
    return groups.flatMap(({ name, ...group }) => {
      const value = values.find((each) => each === name);
      return value === undefined ? [] : [{ ...group, value }];
    });
  }

  /** Sites by their names. */
  async sites(): Promise<RecordedGroup[]> {
    const { services, handle, path } = this.#call;
    const groups = await this.#largest(SITE);
    const places = await placesOf(services, handle, path.companyId, [{ path: SITE, in: groups.map(({ name }) => name) }]);
    const names = new Map(places.map(({ siteId, name }) => [siteId, name]));
    return groups.map(({ name, ...group }) => ({ ...group, name: names.get(name) ?? name, siteId: name }));
  }

  /** Who, by what, to where: what is beyond the largest has no name. */
  async ways(stages: Readonly<Record<FlowStage, string>>): Promise<FlowRow[]> {
    const [user, application, destination] = [stages.user, stages.application, stages.destination];
    const tallies = await this.#tallies({ by: [user, application, destination], most: { of: MOST_WAYS, first: 'sum' } });
    const shown = (path: string): ReadonlySet<unknown> => {
      const sums = new Map<unknown, number>();
      for (const { of, sum } of tallies) sums.set(of[path], (sums.get(of[path]) ?? 0) + sum);
      return new Set(
        [...sums]
          .toSorted((a, b) => b[1] - a[1])
          .slice(0, GRAPHED)
          .map(([name]) => name),
      );
    };
    const known = new Map([user, application, destination].map((path) => [path, shown(path)]));
    const nameOf = ({ of }: Tally, path: string): string => (known.get(path)?.has(of[path]) ? String(of[path] ?? '') : '');
    return tallies
      .filter(({ sum }) => sum > 0)
      .map((tally) => ({
        user: nameOf(tally, user),
        application: nameOf(tally, application),
        category: 'other',
        destination: nameOf(tally, destination),
        bytes: tally.sum,
      }));
  }

  /** The newest of them, and how many there are. */
  async page(): Promise<{ total: number; results: DocOf<Name>[] }> {
    const { handle, services, query } = this.#call;
    const spec = services.store.spec(this.#name);
    const sort = [{ path: AT, descending: true }];
    const [[whole], results] = await Promise.all([
      this.#whole(),
      handle.docs(spec, { ...this.#narrowed, sort, skip: query.skip, limit: query.limit }),
    ]);
    return { total: whole?.count ?? 0, results };
  }

  async #largest(path: string): Promise<(Group & { name: string })[]> {
    const [[whole], tallies] = await Promise.all([
      this.#whole(),
      this.#tallies({ by: [path], most: { of: this.#call.query.n + 1, first: 'count' } }),
    ]);
    return tallies
      .filter(({ of }) => of[path] !== null && of[path] !== '')
      .slice(0, this.#call.query.n)
      .map(({ count, sum, of }, index) => ({
        rank: index + 1,
        name: String(of[path]),
        count,
        ...(this.#bytes.length === 0 ? {} : { bytes: Math.round(sum) }),
        share: tenths((count / Math.max(1, whole?.count ?? 0)) * 100),
      }));
  }

  #all: Promise<Tally[]> | undefined;
  #whole(): Promise<Tally[]> {
    this.#all ??= this.#tallies({ by: ['companyId'] });
    return this.#all;
  }

  #tallies(more: Pick<Parameters<Call['handle']['tallies']>[1], 'by' | 'every' | 'most'>): Promise<Tally[]> {
    const { handle, services } = this.#call;
    // whoever asks for them knows the names
    const spec: ItemSpec = services.store.spec(this.#name);
    return handle.tallies(spec, { ...this.#narrowed, sum: this.#bytes, ...more });
  }
}
