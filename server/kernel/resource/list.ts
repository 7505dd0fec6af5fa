import { asNumber, texts } from '#domain/json.ts';
import { setPath } from '#domain/value.ts';
import { queriedRange } from '#domain/units/time-presets.ts';
import type { Paging } from '#domain/paging.ts';
import type { MeasurementGap } from '#generated/server/stored.ts';
import { validationFailed } from '#generated/problems.ts';
import { rowsAccess } from '#server/kernel/access/row-access.ts';
import type { Served } from '#server/kernel/contract.ts';
import type { Answer, Call, Kept } from '#server/kernel/handler.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { idIn, markUnfit } from '#server/kernel/resource/mismatch.ts';
import { withNotes } from '#server/kernel/resource/noted.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { ListAnswer, ListQuery, PageNow } from '#server/store/query/list-query.ts';
import type { Among } from '#server/store/query/reach.ts';

const DEFAULT_LIMIT = 20;
/** Rows in one answer, whatever the contract allows; only operations with a handler of their own go beyond. */
const PAGE_CAP = 1000;
/** Rows that are counted of a list that may say that there are more. */
export const COUNTED = 10_000;
/** Rows that are read at once where all are wanted: few enough that other calls are served in between. */
export const SCANNED = 500;
const TIME_OPTION = 'option';
const known = new Set(['values', 'access', TIME_OPTION]);

export async function listRows(spec: ItemSpec, call: Call): Promise<Answer<never>> {
  const query = await narrowedQuery(spec, call);
  const kept = isAsStored(spec, call) ? await call.handle.listKept(spec, query) : undefined;
  if (kept) return answerOf(spec, call, kept);
  const answer = await call.handle.list(spec, { ...query, unfit: 'marked' });
  if (!rulesOf(spec).noted) return { text: await pageText(call, answer, spec) };
  const texts = answer.rows.map(({ text }) => text);
  const noted = await withNotes(spec, call, texts);
  const rows = answer.rows.map((row, index) => ({ ...row, text: noted[index] ?? row.text }));
  return { text: await pageText(call, { ...answer, rows }, spec) };
}

/** The same page at once, where its rows are shown as they are stored. */
export function listedNow(spec: ItemSpec, call: Call): Answer<never> | undefined {
  const page = isAsStored(spec, call) ? call.handle.listNow(spec, listQuery(spec, call)) : undefined;
  return page && answerOf(spec, call, page);
}

/** Whether the list is what its table holds, without a word from elsewhere. */
function isAsStored(spec: ItemSpec, call: Call): boolean {
  const { noted, narrow, narrowedBy } = rulesOf(spec);
  const isNarrowed = narrow !== undefined && (narrowedBy?.some((name) => call.query[name] !== undefined) ?? true);
  return !noted && !isNarrowed && call.query.access !== true;
}

function answerOf(spec: ItemSpec, call: Call, page: PageNow): Answer<never> {
  return { text: textOf(call, page, page.text, spec), kept: keptOf(page, call.served) };
}

const answered = new WeakMap<PageNow, Map<Served, Kept>>();

/** What is kept of a page, for each call that answers it. */
function keptOf(page: PageNow, served: Served): Kept {
  let known = answered.get(page);
  if (!known) answered.set(page, (known = new Map()));
  let kept = known.get(served);
  if (!kept) known.set(served, (kept = {}));
  return kept;
}

/** The rows of all pages together, as they stand in the list, or as they are stored. */
export async function scanRows(spec: ItemSpec, call: Call, whole: boolean): Promise<AsyncIterable<string[]>> {
  const parts = marked(spec, call, call.handle.scan(spec, { ...(await narrowedQuery(spec, call)), unfit: 'marked', whole }, SCANNED));
  return whole ? parts : noted(spec, call, parts);
}

async function* marked(spec: ItemSpec, call: Call, parts: AsyncIterable<string[]>): AsyncIterable<string[]> {
  for await (const part of parts) {
    const isSuspected = call.services.store.fits.suspects(spec);
    yield isSuspected
      ? await markUnfit(
          spec,
          call,
          part.map((text) => ({ id: idIn(spec, text), text })),
        )
      : part;
  }
}

async function* noted(spec: ItemSpec, call: Call, parts: AsyncIterable<string[]>): AsyncIterable<string[]> {
  for await (const part of parts) yield await withNotes(spec, call, part);
}

/** The list that a call asks for, by what only other rows know as well. */
export async function narrowedQuery(spec: ItemSpec, call: Call): Promise<ListQuery> {
  const query = listQuery(spec, call);
  const { narrow } = rulesOf(spec);
  if (narrow) query.among?.push(...((await narrow(call))?.among ?? []));
  return query;
}

/** The list that a call asks for. */
export function listQuery(spec: ItemSpec, call: Call): ListQuery {
  const { operation } = call.served;
  const { paging } = operation;
  const limit = Math.min(Number(call.query[paging?.limit ?? ''] ?? DEFAULT_LIMIT), PAGE_CAP);
  const query: ListQuery = {
    skip: paging?.page
      ? (Number(call.query[paging.page] ?? 1) - (paging.base ?? 1)) * limit
      : Number(call.query[paging?.offset ?? ''] ?? 0),
    limit,
    among: [...scopeOf(spec, call), ...filtersOf(spec, call)],
    likes: likesOf(spec, call),
    ranges: [],
    contains: wordsOf(call.query[paging?.keyword ?? '']),
    sort: sortOf(spec, call.query[paging?.sort ?? '']),
    pinned: texts(call.query.values),
    ...(paging?.capped === undefined ? {} : { countTo: COUNTED }),
  };
  const { range } = operation;
  // what is listed by time is listed newest first
  if (range?.property !== undefined && call.served.query.has(TIME_OPTION) && query.sort?.length === 0)
    query.sort = [{ path: range.property, descending: true }];
  if (range)
    query.ranges?.push({
      path: range.property ?? 'createdAt',
      ...queriedTimes(call, range.start, range.end),
    });
  for (const [name, filter] of Object.entries(rulesOf(spec).filters ?? {})) {
    if (call.query[name] === undefined) continue;
    const more = filter(call.query[name], call);
    query.among?.push(...(more.among ?? []));
    query.ranges?.push(...(more.ranges ?? []));
    query.contains?.push(...(more.contains ?? []));
    query.likes?.push(...(more.likes ?? []));
  }
  return query;
}

/** `{total, results}` of rows that are texts already. */
export function rowsText(total: number, texts: readonly string[]): string {
  return `{"total":${total},"results":[${texts.join(',')}]}`;
}

/** `{total, capped?, results}` as text; the rows are texts already. */
export async function pageText(call: Call, answer: ListAnswer, spec: ItemSpec): Promise<string> {
  const { rows } = answer;
  const fitting = call.services.store.fits.suspects(spec) ? await markUnfit(spec, call, rows) : textsOf(answer);
  const withAccess = call.query.access === true && spec.resource;
  const accesses = withAccess ? await rowsAccess(call, spec, rows) : undefined;
  const texts = fitting.map((text, index) =>
    accesses ? `${text.slice(0, -1)},"_access":${JSON.stringify(accesses[index] ?? [])}}` : text,
  );
  return textOf(call, { ...answer, length: rows.length }, texts.join(','), spec);
}

function textsOf({ rows }: ListAnswer): string[] {
  return rows.map(({ text }) => text);
}

type Counted = Pick<ListAnswer, 'total' | 'capped'> & { length: number };

function textOf(call: Call, { total, capped, length }: Counted, rows: string, spec: ItemSpec): string {
  const { paging } = call.served.operation;
  if (!paging?.items) return `[${rows}]`;
  const gap = length === 0 && paging.gap ? gapOf(call, spec) : undefined;
  const [before, between, after] = gap || capped ? envelopeOf(paging, { gap, capped }) : plainEnvelopeOf(paging);
  return `${before}${between === undefined ? '' : `${total}${between}`}[${rows}]${after}`;
}

type Envelope = [beforeTotal: string, betweenTotalAndRows: string | undefined, afterRows: string];
const envelopes = new WeakMap<Paging, Envelope>();

/** What stands around total and rows where nothing else is to be said: written once, it is the same for every page. */
function plainEnvelopeOf(paging: Paging): Envelope {
  const made = envelopes.get(paging) ?? envelopeOf(paging);
  envelopes.set(paging, made);
  return made;
}

function envelopeOf(paging: Paging, { gap, capped }: { gap?: MeasurementGap; capped?: boolean } = {}): Envelope {
  const [total, rows] = ['\u{1}total', '\u{1}rows'];
  const counted = paging.total && !paging.total.startsWith('header:') ? setPath({}, paging.total, total) : {};
  const explained = gap && paging.gap ? setPath(counted, paging.gap, gap) : counted;
  const marked = paging.capped && capped ? setPath(explained, paging.capped, true) : explained;
  const [before = '', after = ''] = JSON.stringify(setPath(marked, paging.items ?? '', rows)).split(JSON.stringify(rows));
  const [head = '', between] = before.split(JSON.stringify(total));
  return [head, between, after];
}

/** Why there are no rows of what is measured or reported: nothing does. */
function gapOf({ services }: Call, { resource }: ItemSpec): MeasurementGap | undefined {
  const source = resource.data?.source;
  if (source === 'telemetry' && services.telemetry.source === 'none' && !services.network) return 'notConfigured';
  return source === 'devices' && !services.network ? 'notConnected' : undefined;
}

/** Query parameters that nothing would answer: a filter that is silently ignored shows wrong rows. */
export function unknownFilters(served: Served, spec: ItemSpec): string[] {
  const { paging, range } = served.operation;
  const understood = new Set([
    ...known,
    paging?.limit,
    paging?.offset,
    paging?.page,
    paging?.keyword,
    paging?.sort,
    range?.start,
    range?.end,
  ]);
  return [...served.query.keys()].filter(
    (name) => !understood.has(name) && !isFilter(spec, name) && !isTenantFilter(spec, name) && !rulesOf(spec).filters?.[name],
  );
}

function isFilter(spec: ItemSpec, name: string): boolean {
  return name === spec.id || name === spec.owner || spec.value.has(name) || spec.many.has(`${name}[]`);
}

/** A property of the tenant that a row belongs to: the channel of its company. */
function isTenantFilter(spec: ItemSpec, name: string): boolean {
  return spec.tenant?.value.has(name) ?? false;
}

function filtersOf(spec: ItemSpec, call: Call): Among[] {
  const found: Among[] = [];
  for (const name of call.served.query.keys()) {
    const value = call.query[name];
    if (
      value === undefined ||
      value === '' ||
      !(isFilter(spec, name) || isTenantFilter(spec, name)) ||
      isSearched(spec, call, name) ||
      rulesOf(spec).filters?.[name]
    )
      continue;
    const path = spec.many.has(`${name}[]`) ? `${name}[]` : name;
    const values: unknown[] = Array.isArray(value) ? value : [value];
    const wanted = values.map((each) => (typeof each === 'boolean' ? Number(each) : typeof each === 'number' ? each : String(each)));
    if (isFilter(spec, name)) found.push({ path, in: wanted });
    else found.push({ path: spec.owner ?? '', in: wanted, through: name });
  }
  return found;
}

/** Free texts are looked for inside the property; choices, references and ids must be equal. */
function isSearched(spec: ItemSpec, call: Call, name: string): boolean {
  const field = spec.fields.fields?.find((each) => each.name === name);
  return (
    call.served.query.get(name)?.kind === 'text' &&
    name !== spec.owner &&
    field?.kind === 'text' &&
    !field.ref &&
    !field.values &&
    field.format !== 'date-time'
  );
}

function likesOf(spec: ItemSpec, call: Call): ListQuery['likes'] {
  return [...call.served.query.keys()].flatMap((name) => {
    const text = call.query[name];
    if (typeof text !== 'string' || text === '' || !isFilter(spec, name) || rulesOf(spec).filters?.[name]) return [];
    return isSearched(spec, call, name) ? [{ path: name, text }] : [];
  });
}

/** A preset is a range; where the contract gives it a default there always is one: logs are too long to be read whole. */
export function queriedTimes(
  call: Pick<Call, 'query' | 'services'>,
  start: string,
  end: string,
): { from?: number | undefined; to?: number | undefined } {
  const [from, to] = [instant(call.query[start]), instant(call.query[end])];
  if (call.query[TIME_OPTION] === undefined) return { from, to };
  return queriedRange({ from, to, option: asNumber(call.query[TIME_OPTION]) }, call.services.clock.now());
}

/** What the path says of where the rows are. */
function scopeOf(spec: ItemSpec, call: Call): Among[] {
  return call.served.operation.pathParams.flatMap(({ name }) =>
    isFilter(spec, name) ? [{ path: name, in: [call.path[name] ?? ''] }] : [],
  );
}

function sortOf(spec: ItemSpec, given: unknown): ListQuery['sort'] {
  if (typeof given !== 'string' || given === '') return [];
  return given.split(',').map((part) => {
    const path = part.replace(/^-/, '');
    const sortable = spec.resource.data?.sortable.includes(path) || path === spec.id || path === spec.resource.data?.order;
    if (!sortable) {
      const finding: Finding = {
        pointer: '/query/sort',
        code: 'schema.enum',
        params: { value: path, allowed: (spec.resource.data?.sortable ?? []).join(', ') },
      };
      throw new ProblemError(validationFailed({ count: 1 }), { errors: [finding] });
    }
    return { path, descending: part.startsWith('-') };
  });
}

function wordsOf(keyword: unknown): string[] {
  return typeof keyword === 'string'
    ? keyword
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
    : [];
}

/** RFC 3339 or ten-digit seconds, as milliseconds. */
function instant(value: unknown): number | undefined {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value;
  if (typeof value !== 'string') return undefined;
  return /^\d{10}$/.test(value) ? Number(value) * 1000 : Date.parse(value);
}
