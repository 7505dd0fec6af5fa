import type { ValidateFunction } from 'ajv';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { SchemaError } from '#domain/causes.ts';
import type { Json } from '#domain/model.ts';
import { compiledIn } from '../read/compiled.ts';
import { operationsOf } from './resources.ts';
import type { Side } from './side.ts';
import { unchangedBodies } from './unchanged.ts';

/** An example that the changed contract refuses: of which screen, and why. `text` says where: `createTag /name`. */
export type RefusedExample = { screen: string; text: string; errors: readonly SchemaError[] };

/** Example documents of the base that the changed contract refuses. */
export function refusedExamples(before: Side, after: Side): RefusedExample[] {
  const [was, is] = [validators(before), validators(after)];
  const screens = new Map(
    before.built.resources.flatMap(({ resource }) => operationsOf(resource).map(({ id }) => [id, resource.name] as const)),
  );
  const isUnchanged = unchangedBodies(before.contract.document.root, after.contract.document.root);
  return before.built.operations.flatMap(({ id, method, path }) => {
    if (isUnchanged(method, path)) return [];
    const examples = bodyExamples(before.contract.document.root, method, path);
    // a validator is long in the making: of what it was there is one only where an example is refused
    const fits = examples.length > 0 ? is(method, path) : undefined;
    if (!fits) return [];
    return examples.flatMap((example) => {
      if (fits(example)) return [];
      const errors = fits.errors ?? [];
      const fitted = was(method, path);
      if (fitted && !fitted(example)) return [];
      return [{ screen: screens.get(id) ?? id, text: `${id} ${errors[0]?.instancePath ?? ''}`, errors }];
    });
  });
}

function validators({ contract: { document } }: Side): (method: string, path: string) => ValidateFunction | undefined {
  const compiled = compiledIn(document.root);
  return (method, path) => {
    const content = contentOf(document.root, method, path);
    return content && compiled('paths', path, method, 'requestBody', 'content', content.type, 'schema');
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
