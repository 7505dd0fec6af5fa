import type { Built } from '#codegen/built.ts';
import type { RawOperation } from '#codegen/read/operations.ts';
import { moduleText, type Components } from './components.ts';
import { objectText, typeText } from './type-node.ts';

export function handlersFile(built: Built, stored: Components, sent: Components): string {
  const places = new Map<string, { name: string; kind: string }>();
  for (const { resource } of built.resources)
    for (const operation of Object.values(resource.operations).flat())
      places.set(operation.id, { name: resource.name, kind: operation.kind });
  const operations = built.operations.map((operation): [string, string] => {
    const { name, kind } = places.get(operation.id) ?? { name: '', kind: 'none' };
    return [
      operation.id,
      objectText(
        [
          ['resource', name === '' ? 'undefined' : JSON.stringify(name)],
          ['kind', JSON.stringify(kind)],
          ['path', parametersText(operation, 'path', sent)],
          ['query', parametersText(operation, 'query', sent)],
          ['body', bodyText(operation, sent)],
          ['answer', answerText(operation, stored)],
        ],
        '    ',
      ),
    ];
  });
  return moduleText(
    ['sent', 'stored'],
    `/**
 * Every operation as its handler sees it: parameters as values, the body as the schema lets it through, the body that a
 * success answers; a file has none.
 */
export type Operations = ${objectText(operations, '  ')};

export type OperationId = keyof Operations;

/** Those that no stored resource answers by itself: each needs a handler of its own. */
export type HandledId =${
      writtenByHand(built)
        .map((id) => `\n  | ${JSON.stringify(id)}`)
        .join('') || ' never'
    };
`,
  );
}

const kept = new Set(['list', 'get', 'create', 'update', 'delete']);

/** Rows of a stored resource are listed, read and written without a word of ours; all else is somebody's work. */
function writtenByHand({ operations, resources }: Built): string[] {
  const answered = new Set(
    resources.flatMap(({ resource }) =>
      resource.data === undefined
        ? []
        : Object.values(resource.operations).flatMap((own) => own.filter(({ kind }) => kept.has(kind)).map(({ id }) => id)),
    ),
  );
  return operations.map(({ id }) => id).filter((id) => !answered.has(id));
}

/** A parameter of the path stays a text. */
function parametersText(operation: RawOperation, place: 'path' | 'query', sent: Components): string {
  const parameters = operation.params.filter((parameter) => parameter.in === place);
  return objectText(
    parameters.map(({ name, schema, required }) => [
      name,
      place === 'path' ? 'string' : typeText(sent.reader.read(schema), 'sent.'),
      required || sent.hasDefault(schema),
    ]),
  );
}

function bodyText({ body }: RawOperation, sent: Components): string {
  if (body === undefined) return 'undefined';
  const text = isJson(body.mediaType) ? typeText(sent.reader.read(body.schema), 'sent.') : 'unknown';
  return body.required ? text : `${text} | undefined`;
}

function answerText({ answer }: RawOperation, stored: Components): string {
  return answer === undefined || !isJson(answer.mediaType) ? 'undefined' : typeText(stored.reader.read(answer.schema), 'stored.');
}

function isJson(mediaType: string): boolean {
  return /[/+]json\b|^\*\/\*$/.test(mediaType);
}
