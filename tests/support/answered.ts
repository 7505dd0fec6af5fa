import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from '#domain/formats/registry.ts';
import { asObject, isText } from '#domain/json.ts';
import type { OperationId, Operations } from '#generated/server/handlers.ts';
import { bundle, dereference, findRaw, pathItems, type RawOperation } from '#tests/support/contract-document.ts';

type Called = { path: string; method: string };

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false });
for (const format of Object.values(formats))
  ajv.addFormat(format.name, { type: 'string', validate: (text: string) => format.check(text) === undefined });
ajv.addSchema({ $id: 'contract', ...bundle });
const compiled = new Map<string, ValidateFunction | undefined>();

let byId: Map<string, Called & { raw: RawOperation }> | undefined;

/** What an operation answered, checked by the contract, with the type that the contract gives it. */
export function answered<Id extends OperationId>(id: Id, body: unknown): Operations[Id]['answer'] {
  const wrong = faults(id, body);
  if (!isAnswer(id, body, wrong))
    throw new Error(`It is no answer of ${id}: ${wrong.join('; ')} in ${JSON.stringify(body)?.slice(0, 400)}`);
  return body;
}

function isAnswer<Id extends OperationId>(_: Id, body: unknown, wrong: readonly string[]): body is Operations[Id]['answer'] {
  return wrong.length === 0;
}

function faults(id: OperationId, body: unknown): string[] {
  byId ??= new Map(
    pathItems().flatMap(([path, item]) =>
      Object.keys(item).flatMap((method) => {
        const raw = findRaw(path, method);
        return raw && raw.id !== '' ? [[raw.id, { path, method, raw }] as const] : [];
      }),
    ),
  );
  const called = byId.get(id);
  const status = Object.keys(called?.raw.responses ?? {}).find((each) => each.startsWith('2'));
  return called && status ? answerFaults(called, Number(status), body) : [`the contract has no answer of ${id}`];
}

/** Where an answer with this status is not what the contract says; empty for a right one, and for one that is no JSON. */
export function answerFaults(called: Called, status: number, body: unknown): string[] {
  const key = `${called.method} ${called.path} ${status}`;
  if (!compiled.has(key)) compiled.set(key, validatorOf(called, status));
  const validate = compiled.get(key);
  if (!validate || validate(body)) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
}

function validatorOf({ path, method }: Called, status: number): ValidateFunction | undefined {
  const given = findRaw(path, method)?.responses[String(status)];
  const content = Object.keys(asObject(dereference(given)['content'])).find((type) => type.includes('json'));
  if (content === undefined) return undefined;
  const { $ref: reference } = asObject(given);
  const base = isText(reference) ? reference.slice(1) : `/paths/${escape(path)}/${method}/responses/${status}`;
  return ajv.compile({ $ref: `contract#${base}/content/${escape(content)}/schema` });
}

function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
