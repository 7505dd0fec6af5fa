import { asText, compact } from '#domain/json.ts';
import type { Field, Operation } from '#domain/model.ts';
import { buildField } from './fields.ts';
import { findPaging } from './infer/answer.ts';
import type { Placed } from './infer/resources.ts';
import { pascalCase } from './names.ts';
import type { ContractDocument } from './read/document.ts';
import type { RawOperation, RawParameter } from './read/operations.ts';
import type { SchemaSet } from './schema-set.ts';

type Shared = { document: ContractDocument; guesses: string[] };

export function buildOperation(shared: Shared, member: Placed, schemas: SchemaSet): Operation {
  const { document } = shared;
  const { operation: raw, kind, rows } = member;
  const { notes } = raw;
  const query = raw.params.filter((parameter) => parameter.in === 'query' && parameter.name !== 'locale');
  const headers = raw.params.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  const takes = (name: string): true | undefined => headers.some((header) => header.toLowerCase() === name) || undefined;
  const has = (name: string): true | undefined => query.some((parameter) => parameter.name === name) || undefined;
  const field = (parameter: RawParameter): Field => parameterField(shared, parameter, raw.id);
  const answer = member.item ?? raw.answer?.schema;
  const mediaType = raw.answer?.mediaType ?? '';
  const [range] = query.flatMap(({ name, notes: { range: said } }) => (said ? [compact({ start: name, ...said })] : []));
  return compact<Operation>({
    id: raw.id,
    method: raw.method,
    path: raw.path,
    kind,
    tag: raw.tag,
    access: notes.access ?? 'session',
    during: notes.during,
    pathParams: raw.params.filter((parameter) => parameter.in === 'path').map(field),
    query: query.map(field),
    headers,
    body: buildBody(document, raw, schemas),
    success: raw.success,
    answer: answer === undefined || !/json/.test(mediaType) ? undefined : schemas.add(answer, `${pascalCase(raw.id)}Answer`).key,
    answerAt: member.at,
    paging: rows && findPaging(document, raw, rows),
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
    preview: notes.preview,
    once: notes.once,
    download: raw.answer !== undefined && !/json|\*\/\*|text\/plain/.test(mediaType) ? true : undefined,
    timeout: notes.timeout,
    deprecated: raw.deprecated || undefined,
  });
}

function buildBody(document: ContractDocument, { id, method, body, notes }: RawOperation, schemas: SchemaSet): Operation['body'] {
  if (body === undefined) return undefined;
  const resolved = document.resolve(body.schema);
  const many = asText(resolved['type']) === 'array';
  return compact<NonNullable<Operation['body']>>({
    mediaType: body.mediaType,
    required: body.required,
    schema: schemas.add(many ? resolved['items'] : body.schema, `${pascalCase(id)}Body`).key,
    many: many || undefined,
    merge: method === 'patch' || undefined,
    large: notes.large,
    passwords: notes.passwords,
  });
}

function parameterField({ document, guesses }: Shared, { name, schema, required, notes }: RawParameter, where: string): Field {
  const field = buildField({ document, words: new Map(), guesses }, schema, `${where} ${name}`);
  return compact<Field>({
    ...field,
    name,
    path: name,
    required: required || undefined,
    ref: notes.ref ?? field.ref,
    widget: notes.widget ?? field.widget,
    hide: notes.hide ? ['filter'] : field.hide,
    fill: notes.fill,
  });
}
