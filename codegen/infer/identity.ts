import { compact } from '#domain/json.ts';
import { labelPaths } from '#domain/label.ts';
import type { Field } from '#domain/model.ts';
import { singular, words } from '../names.ts';
import { fieldsOf, scalars } from './key.ts';

const nameLike = [
  'name',
  'title',
  'displayName',
  'display_name',
  'label',
  'hostname',
  'username',
  'email',
  'email_address',
  'subject',
  'slug',
  'key',
  'code',
];
/** Where nothing is called a name: what it is about, and last what it is for. */
const aboutLike = ['identifier', 'url', 'domain', 'hostname', 'address', 'ip', 'mac', 'description', 'activity', 'event', 'text'];

/** The template by which a person knows a row; what names a parent is not what it is called. */
export function findLabel(row: Field, id: string, resource = '', parents: ReadonlySet<string> = new Set()): string {
  const names = scalars(row)
    .filter(({ kind, name }) => kind === 'text' && !parents.has(name))
    .map((field) => field.name);
  const plain = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase();
  const chosen =
    nameLike.slice(0, nameLike.indexOf('email')).find((name) => names.includes(name)) ??
    (/user|account|member|person|profile/i.test(resource) ? names.find((name) => loginLike.test(name)) : undefined) ??
    heldName(row) ??
    nameLike.find((name) => names.includes(name)) ??
    personName(names) ??
    names.find((name) => plain(name) === plain(resource)) ??
    nestedName(row, id) ??
    scalars(row).find((field) => isMadeUp(field) && names.includes(field.name))?.name ??
    names.find(
      (name) => /name$/i.test(name) && !/(?:city|country|role|file|host|type|class|initiator|actor|owner|author)_?name$/i.test(name),
    ) ??
    // a file is called by its name, wherever it can be had
    names.find((name) => /^(?:original_?)?file_?name$/i.test(name)) ??
    aboutLike.find((name) => names.includes(name)) ??
    addressName(row) ??
    names.find((name) => /name$/i.test(name) && !/(?:city|country)_?name$/i.test(name)) ??
    names.find((name) => loginLike.test(name)) ??
    // a router has an id of its own beside that of the record
    names.find((name) => plain(name) === plain(`${words(resource).at(-1) ?? ''}_id`)) ??
    id;
  return chosen.startsWith('{') ? chosen : `{${chosen}}`;
}

/** An id that people make up, in words: `Route 1`. It is what the row is called, and refers to nothing. */
function isMadeUp({ kind, name, example }: Field): boolean {
  return kind === 'text' && /(?:_id|[a-z]I[dD])$/.test(name) && typeof example === 'string' && /^\p{L}+(?: [\p{L}\d]+)+$/u.test(example);
}

/** The one address that a row must have, or might, where it must have no text at all. */
function addressName(row: Field): string | undefined {
  const texts = scalars(row).filter(({ kind }) => kind === 'text');
  const needed = texts.filter(({ required }) => required === true);
  const found = (needed.length > 0 ? needed : texts).filter(({ name }) => /[a-z](?:_ip|_mac|Ip|Mac)$/.test(name));
  return found.length === 1 ? found[0]?.name : undefined;
}

/** What a user, and what a vehicle, is called by. */
const loginLike = /^(?:login|user_?name|login_?name|plate|license_?plate)$/i;

/** The name that stands in what describes a row: `metadata.name`, `attributes.title`. */
function heldName(row: Field): string | undefined {
  for (const { name, kind, fields } of fieldsOf(row)) {
    if (kind !== 'object' || !/^(?:metadata|meta|attributes)$/.test(name)) continue;
    const texts = (fields ?? []).filter((field) => field.kind === 'text').map((field) => field.name);
    const own = nameLike.find((each) => texts.includes(each));
    if (own !== undefined) return `${name}.${own}`;
  }
  return undefined;
}

/** `{first_name} {last_name}`, where both are there and nothing is called a name. */
function personName(names: readonly string[]): string | undefined {
  const find = (wanted: RegExp): string | undefined => names.find((name) => wanted.test(name));
  const [first, last] = [find(/^(?:first_?name|given_?name)$/i), find(/^(?:last_?name|family_?name|surname)$/i)];
  return first !== undefined && last !== undefined ? `{${first}} {${last}}` : undefined;
}

/** Whose a row is, where it says so itself: the name of the user of a membership. */
function nestedName(row: Field, id: string): string | undefined {
  const holder = id.includes('.') ? id.slice(0, id.indexOf('.')) : undefined;
  const within = fieldsOf(row).find(({ name, kind }) => kind === 'object' && name === holder)?.fields ?? [];
  const texts = within.filter(({ kind, writeOnly }) => kind === 'text' && writeOnly !== true).map(({ name }) => name);
  // what everybody has before what some have
  const found = [...nameLike.slice(0, 5), 'identifier', ...nameLike].find((name) => texts.includes(name));
  return found === undefined ? undefined : `${holder}.${found}`;
}

/** What people ask of a thing of any kind before they ask for the rest. */
const asked =
  /^(?:enabled|action|timestamp|os|last_(?:seen|used|login|sign_in|active)(?:_at)?|last(?:Seen|Used|Login|SignIn|Active)(?:At)?|(?:src|dst|source|destination)_(?:address|port)|purpose|protocol|vlan|mac|mac_address|macAddress|ip|ip_address|ipAddress|ip_subnet|subnet|network|address|host|hostname|port|domain|security|priority|severity|level|version|model|serial|email|email_address|emailAddress|phone|phone_number|first_name|last_name|method|path|value|target|source|destination|size|amount|currency|cost(?:_[a-z]{3})?)$/;

/** How a request was made: what became of it, what it was about and what it cost is asked before. */
const requested = /^(?:method|protocol|host|path)$/;

/** A switch that says how things stand with a row, as its state would. */
const stands = /^(?:is_?)?(?:connected|online|active|running|healthy|verified|revoked|expired|banned|locked|blocked|archived|published)$/i;
const whose = /^(?:user|customer|owner|author|member|employee|patient|peer|device)_?id$/i;
const MADE = /^(?:created|updated|modified)|(?:_|[a-z])(?:created|updated|modified)(?:_|[A-Z]|$)/i;

const LINK = 5;
const TIME = 6;

/** Up to six scalars, the name first, then states and texts; links, counters, flags, times and identity last. What never differs is none. */
export function findColumns(row: Field, id: string, label: string): string[] {
  const named = labelPaths(label);
  const weight = (field: Field): number => {
    if (named.includes(field.name)) return 0;
    if (field.name === id) return 7;
    if (MADE.test(field.name)) return TIME;
    // what it is set up to call
    if (/^(?:upstream|target|base|api|server|webhook|endpoint|callback)_?url$/i.test(field.name)) return 2;
    // whose a row is that has no name of its own
    if (label === `{${id}}` && field.ref !== undefined && field.required === true && whose.test(field.name)) return 1.2;
    // what leads elsewhere, or says something to programs only
    if (/(?:_id|Id|_ids|Ids|_?urls?|_?uri|_?link|_?token|_?hash|_?secret|_?etag)$|^_|^attr_|^__/i.test(field.name)) return LINK;
    // what is read as a document of its own
    if (/certificate|(?:^|_)(?:cert|crt|pem|metadata|markup|html|xml|body)(?:_|$)/i.test(field.name)) return LINK;
    if (
      field.values !== undefined ||
      /^(status|state|type|kind|role|decision|verdict|outcome)$|_?(status|state)$|^status_?code$/i.test(field.name)
    )
      return 1;
    if (isRequest && requested.test(field.name)) return 1.7;
    if (asked.test(field.name) || (field.kind === 'boolean' && !saysState && stands.test(field.name))) return 1.5;
    // what has a time of its own is asked for it before it is counted
    if (/[a-z]At$|_at$/.test(field.name)) return 3.3;
    // where a route leads
    if (field.kind === 'text' && /_(?:network|subnet|next_?hop)$/i.test(field.name)) return 1.9;
    if (field.kind === 'text') return field.required === true ? 2 : 3;
    if (/(?:count|total|number|num|size|bytes)$/i.test(field.name)) return 4;
    if (field.kind === 'boolean') return /^(?:has|missing|can)_/.test(field.name) ? 4.5 : 3.2;
    return 3.5;
  };
  const saysState = scalars(row).some(({ name }) => /^(?:status|state)$|_(?:status|state)$|[a-z](?:Status|State)$/.test(name));
  const isRequest = ['method', 'path'].every((name) => scalars(row).some((field) => field.name === name));
  const visible = scalars(row).filter(
    (field) =>
      field.hide?.includes('list') !== true &&
      field.when === undefined &&
      field.const === undefined &&
      field.values?.length !== 1 &&
      field.format !== 'password' &&
      field.format !== 'secret' &&
      !/pass(?:word|phrase)|secret|private_?key|_psk$/i.test(field.name),
  );
  const places = fieldsOf(row).map(({ name }) => name);
  const inside = shownInside(row).filter(({ name }) => !named.some((each) => each.split('.')[0] === name.split('.')[0]));
  const sorted = [...visible.map((field) => ({ name: field.name, weight: weight(field) })), ...inside.slice(0, 2)]
    .map((each) => ({ ...each, index: places.indexOf(each.name.split('.', 1)[0] ?? '') }))
    .toSorted((a, b) => a.weight - b.weight || a.index - b.index);
  const telling = sorted.filter((each) => each.weight < LINK || each.weight === TIME);
  const own = (telling.length === 0 ? sorted : telling).map(({ name }) => name);
  return [...named.filter((name) => name.includes('.')), ...own].slice(0, 6);
}

/** What an object of a row is known by: the name of another thing, a sum as it is written, else what kind it is of. */
function shownInside(row: Field): { name: string; weight: number }[] {
  const found = fieldsOf(row).flatMap(({ name, kind, fields = [], hide, required, widget }) => {
    if (kind !== 'object' || widget !== undefined || hide?.includes('list') === true) return [];
    const inner = fields.filter((field) => field.when === undefined && field.writeOnly !== true && field.hide?.includes('list') !== true);
    const texts = inner.filter((field) => field.kind === 'text').map((field) => field.name);
    const isThing = inner.some((field) => /^_?(?:id|uuid)$|_id$|Id$/.test(field.name));
    const own = (isThing ? ofThings : []).find((each) => texts.includes(each)) ?? texts.find((each) => /formatted$/i.test(each));
    const ofKind =
      required === true && inner.some((field) => field.name === 'type' && (field.values?.length ?? 0) > 1) ? 'type' : undefined;
    const shown = own ?? ofKind;
    const isSum = own !== undefined && !ofThings.includes(own);
    return shown === undefined ? [] : [{ name: `${name}.${shown}`, weight: own !== undefined && required === true ? 1.8 : 2.5, isSum }];
  });
  return found.toSorted((a, b) => Number(a.isSum) - Number(b.isSum));
}

/** What other things are called where a row holds them, the most certain first. */
const ofThings = [...nameLike.slice(0, nameLike.indexOf('hostname')), 'username', 'login', 'identifier', 'email'];

type GuessContext = {
  own: string;
  names: ReadonlySet<string>;
  guesses: string[];
  /** What the contract says of a field, by its path. */
  descriptions: ReadonlyMap<string, { description?: string }>;
};

/** The field with guesses of what its texts refer to, by their names. */
export function withReferences(field: Field, known: GuessContext): Field {
  const target = field.kind === 'text' && field.ref === undefined && field.values === undefined ? guessReference(field, known) : undefined;
  if (target !== undefined) known.guesses.push(`${known.own}.${field.path} refers to ${target}, by its name`);
  const siblings = new Set(field.fields?.map(({ name }) => name));
  const each = (inner: Field): Field => (isOfOAuth(inner.name, siblings) ? inner : withReferences(inner, known));
  return compact<Field>({
    ...field,
    fields: field.fields?.map(each),
    variants: field.variants?.map(each),
    items: field.items && each(field.items),
    ref: target === undefined ? field.ref : { resource: target, guessed: true },
  });
}

/** The client and the tenant that OAuth knows are somebody else's. */
function isOfOAuth(name: string, siblings: ReadonlySet<string>): boolean {
  if (!/^(?:client|tenant)_?id$/i.test(name)) return false;
  const ways = [...siblings].map((each) => each.replaceAll('_', '').toLowerCase());
  return (
    ways.includes('clientid') && ['clientsecret', 'secret', 'tenantid', 'redirecturis', 'authorizeurl'].some((each) => ways.includes(each))
  );
}

/** `site_id`, `groupIds`: the resource of that name, as a guess. */
function guessReference(field: Field, { names, own, descriptions }: GuessContext): string | undefined {
  if (isMadeUp(field)) return undefined;
  const { name, path } = field;
  // `peer`, which is said to be an identifier
  const isId = /^[^.]*\b(?:id|identifier|uuid)\b/i.test(descriptions.get(path)?.description ?? '');
  const stem = name.match(/^(.+?)(?:_?[iI]ds?|_?IDs?|_uuid)$/)?.[1] ?? (isId ? name : undefined);
  if (stem === undefined) return undefined;
  const wanted = singular(stem).replaceAll(/[-_]/g, '').toLowerCase();
  const candidate = [...names].find((resource) => resource.toLowerCase() === wanted);
  return candidate === own ? undefined : candidate;
}
