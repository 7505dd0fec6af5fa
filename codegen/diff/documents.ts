import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { formats } from '#domain/formats/registry.ts';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import type { Side } from './side.ts';

/** Example documents of the base that the changed contract refuses, by where they fail: `createTag /name`. */
export function refusedExamples(before: Side, after: Side): string[] {
  const [was, is] = [validators(before), validators(after)];
  return before.built.operations.flatMap(({ id, method, path }) => {
    const [fitted, fits] = [was(method, path), is(method, path)];
    if (!fits) return [];
    return bodyExamples(before.contract.document.root, method, path).flatMap((example) => {
      if (fitted && !fitted(example)) return [];
      return fits(example) ? [] : [`${id} ${fits.errors?.[0]?.instancePath ?? ''}`];
    });
  });
}

function validators({ contract }: Side): (method: string, path: string) => ValidateFunction | undefined {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv);
  for (const { name, check } of Object.values(formats))
    ajv.addFormat(name, { type: 'string', validate: (text: string) => check(text) === undefined });
  ajv.addSchema({ $id: 'contract', ...contract.document.root });
  return (method, path) => {
    const content = contentOf(contract.document.root, method, path);
    if (!content) return undefined;
    const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const pointer = `/paths/${escaped(path)}/${method}/requestBody/content/${escaped(content.type)}/schema`;
    try {
      return ajv.compile({ $ref: `contract#${pointer}` });
    } catch {
      // a schema that is none refuses nothing
      return undefined;
    }
  };
}

function contentOf(root: JsonObject, method: string, path: string): { type: string; content: JsonObject } | undefined {
  const body = asObject(asObject(asObject(asObject(root['paths'])[path])[method])['requestBody']);
  const found = Object.entries(asObject(body['content'])).find(([type]) => type.includes('json'));
  return found && { type: found[0], content: asObject(found[1]) };
}

function bodyExamples(root: JsonObject, method: string, path: string): Json[] {
  const content = contentOf(root, method, path)?.content ?? {};
  const named = Object.values(asObject(content['examples'])).flatMap((each) => asObject(each)['value'] ?? []);
  return content['example'] === undefined ? named : [content['example'], ...named];
}
