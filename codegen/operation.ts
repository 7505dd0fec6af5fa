import { asObject, asText, compact } from '#domain/json.ts';
import type { Field, Operation } from '#domain/model.ts';
import { componentName } from '#domain/reference.ts';
import { buildField } from './fields.ts';
import { findPaging } from './infer/paging.ts';
import { type Subject, wrapOf } from './infer/envelope.ts';
import type { Parents } from './infer/parents.ts';
import type { Classified } from './infer/resources.ts';
import { pascalCase } from './names.ts';
import type { ContractDocument } from './read/document.ts';
import type { RawOperation, RawParameter } from './read/operations.ts';
import type { SchemaSet } from './schema-set.ts';

type Shared = { document: ContractDocument; own: boolean; guesses: string[]; operations: readonly RawOperation[]; parents: Parents };

/** `subject`: the resource to which it belongs, if any. */
export function buildOperation(shared: Shared, member: Classified, schemas: SchemaSet, subject?: Subject): Operation {
  const { document } = shared;
  const { operation: raw, kind, rows } = member;
  const { notes } = raw;
  const query = raw.params.filter((parameter) => parameter.in === 'query' && parameter.name !== 'locale');
  const headers = raw.params.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  const takes = (name: string): true | undefined => headers.some((header) => header.toLowerCase() === name) || undefined;
  const has = (name: string): true | undefined => query.some((parameter) => parameter.name === name) || undefined;
  const field = (parameter: RawParameter): Field => parameterField(shared, parameter, raw.id);
  const asked = shared.own ? [] : raw.params.filter((parameter) => isAsked(document, parameter)).map(field);
  const mediaType = raw.answer?.mediaType ?? '';
  const answered = /json/.test(mediaType) ? (member.item ?? raw.answer?.schema) : undefined;
  const body = buildBody(shared, raw, schemas, subject);
  const answer = answered === undefined ? undefined : schemas.add(answered, `${pascalCase(raw.id)}Answer`);
  const paging = rows && findPaging(document, raw, rows);
  const [range] = query.flatMap(({ name, notes: { range: said } }) => (said ? [compact({ start: name, ...said })] : []));
  return compact<Operation>({
    id: raw.id,
    method: raw.method,
    path: raw.wire,
    kind,
    tag: raw.tag,
    access: notes.access ?? 'session',
    during: notes.during,
    openWith: notes.openWith,
    rows: notes.rows,
    pathParams: raw.params
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => referring(field(parameter), shared.parents.of(raw.path, parameter.name, subject?.name))),
    query: query.map(field).map((each) => (isPaging(paging, each.name) ? compact<Field>({ ...each, required: undefined }) : each)),
    headers,
    asked: asked.length > 0 ? asked : undefined,
    body,
    success: raw.success,
    answer: answer?.key,
    answerAt: member.at,
    paging,
    etag: raw.responseHeaders.some((name) => name.toLowerCase() === 'etag') || undefined,
    ifMatch: takes('if-match'),
    idempotencyKey: takes('idempotency-key'),
    requestId: takes('x-request-id'),
    dryRun: has('dryRun'),
    rowAccess: kind === 'list' ? has('access') : undefined,
    range,
    when: notes.when,
    confirm: notes.confirm,
    bulk: notes.bulk,
    ids: member.ids,
    preview: kind === 'action' ? previewOf(shared, raw) : undefined,
    once:
      kind === 'action' && ((raw.method === 'get' && !shared.own) || answer?.field.fields?.some(isShownOnce)) && answer ? true : undefined,
    download: raw.answer !== undefined && !/json|\*\/\*|text\/plain/.test(mediaType) ? true : undefined,
    timeout: notes.timeout,
    live: notes.live,
    deprecated: raw.deprecated || undefined,
  });
}

/** Headers that the console fills by itself, and those that a browser lets no page fill. */
const FILLED =
  /^(?:accept(?:-.*)?|authorization|content-.*|cookie2?|connection|date|dnt|expect|host|idempotency-key|if-.*|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via|x-request-id)$/i;

/** Whoever works with a backend says what its calls need beside their log-in: a tenant, a version. */
export function isAsked({ root }: ContractDocument, { in: place, name, required }: RawParameter): boolean {
  if (place !== 'header' || !required || FILLED.test(name)) return false;
  const schemes = Object.values(asObject(asObject(root['components'])['securitySchemes'])).map(asObject);
  return !schemes.some((scheme) => scheme['in'] === 'header' && asText(scheme['name'])?.toLowerCase() === name.toLowerCase());
}

function referring(field: Field, ref: Field['ref']): Field {
  return ref === undefined || field.ref ? field : { ...field, ref };
}

/** The page is asked for by whoever shows it. */
function isPaging(paging: Operation['paging'], name: string): boolean {
  return paging !== undefined && [paging.limit, paging.offset, paging.page].includes(name);
}

/** The call beside the actions on a row that says what they would change there. */
function previewOf({ operations }: Shared, { path }: RawOperation): string | undefined {
  const beside = `${path.slice(0, path.lastIndexOf('/'))}/preview`;
  const isPreview = ({ method, path: at, notes, answer }: RawOperation): boolean =>
    method === 'get' && at === beside && notes.op === 'none' && componentName(answer?.schema) === 'Effect';
  return operations.find(isPreview)?.id;
}

/** A password that was made: nobody has it again. */
function isShownOnce({ format, writeOnly }: Field): boolean {
  return (format === 'password' || format === 'secret') && !writeOnly;
}

function buildBody({ document, own }: Shared, raw: RawOperation, schemas: SchemaSet, subject?: Subject): Operation['body'] {
  const { id, method, body, notes } = raw;
  if (body === undefined) return undefined;
  const resolved = document.resolve(body.schema);
  const many = asText(resolved['type']) === 'array';
  const wrapped = own || many ? undefined : wrapOf(document, raw, subject);
  return compact<NonNullable<Operation['body']>>({
    mediaType: body.mediaType,
    required: body.required,
    schema: schemas.add(many ? resolved['items'] : (wrapped?.schema ?? body.schema), `${pascalCase(id)}Body`).key,
    wrap: wrapped?.wrap,
    many: many || undefined,
    merge: method === 'patch' || undefined,
    large: notes.large,
    passwords: notes.passwords,
  });
}

function parameterField(
  { document, guesses }: Pick<Shared, 'document' | 'guesses'>,
  { name, schema, required, notes }: RawParameter,
  where: string,
): Field {
  const field = buildField({ document, words: new Map(), guesses }, schema, `${where} ${name}`);
  return compact<Field>({
    ...field,
    name,
    path: name,
    required: required || undefined,
    ref: notes.ref ?? field.ref,
    hide: notes.hide ? ['filter'] : field.hide,
    fill: notes.fill,
  });
}
