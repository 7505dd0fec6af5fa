import { asObject, isObject } from '#domain/json.ts';
import type { Operation } from '#domain/model.ts';
import { dereference, rawOperation } from '#tests/support/contract-document.ts';

/** What says how a value is called, and not what it may be. */
const WORDS = /^(title|description|examples?|default|properties|required|x-(ui|labels|data|access))$/;

/** What an operation is made of: the kinds of its call, of values in its address and its body, and of its answers. */
export function kindsIn(operation: Operation): string[] {
  const { parameters, body, responses } = rawOperation(operation);
  const { kind, method, ifMatch = false, dryRun = false } = operation;
  return [
    `call ${kind} ${method} ${ifMatch} ${dryRun}`,
    ...parameters.flatMap((each) => [...valuesIn(each.schema)].map((value) => `${each.in} ${each.required} ${value}`)),
    ...[...(body ? valuesIn(body.schema) : [])].map((value) => `body ${value}`),
    ...Object.entries(responses).flatMap(([status, answer]) => [
      `answer ${status}`,
      ...Object.values(asObject(dereference(answer)['content'])).flatMap((media) =>
        [...valuesIn(asObject(media)['schema'])].map((value) => `answered ${value}`),
      ),
    ]),
  ];
}

/** Type, format and keywords of each value that a schema describes, at whatever depth. */
function valuesIn(schema: unknown, found = new Set<string>(), known = new Set<string>()): Set<string> {
  const text = JSON.stringify(schema);
  if (known.has(text)) return found;
  known.add(text);
  const node = dereference(schema);
  const keywords = Object.keys(node).filter((key) => !WORDS.test(key));
  found.add([node['type'], node['format'], ...keywords.toSorted()].join(' '));
  const parts = Object.entries(node).flatMap(([key, value]) => {
    if (key === 'properties') return Object.values(asObject(value));
    if (WORDS.test(key)) return [];
    return Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [];
  });
  for (const part of parts) valuesIn(part, found, known);
  return found;
}
