import type { Group } from '#domain/form-layout.ts';
import type { Condition, Field, Json } from '#domain/model.ts';
import { asArray, asObject, asText, compact, isJson, isObject, same, texts } from '#domain/json.ts';
import { annotated, wordsOf, type Origin, type Words } from './annotate/annotate.ts';
import { normalise, plainOf, type Plain } from './normalise/plain.ts';
import type { ContractDocument } from './read/document.ts';
import { componentName } from '#domain/reference.ts';
import { join } from './shape/condition.ts';
import { otherNames, permitsType, permitted } from './shape/permitted.ts';
import { isIntersection } from './shape/intersection.ts';
import { shapeOf, type Inexact, type Shape } from './shape/shape.ts';
import type { Step } from './shape/steps.ts';

export type FieldContext = {
  document: ContractDocument;
  /** By path. */
  words: Map<string, Words>;
  /** What could not be expressed, for the report. */
  guesses: string[];
  /** Schemas that are drawn as they are, by their key, which begins with `of`; absent where no form draws what is built. */
  islands?: { of: string; found: Map<string, Island> };
};

/** A schema that is drawn as it is: where it stands, and the components that name what is in it. */
export type Island = { schema: Json; path: string; origins: Origin[] };

type FieldPosition = { name: string; path: string; origins: Origin[]; stack: readonly string[]; where: string };

const maxDepth = 8;

/** The field tree of a schema: normalised, shaped and annotated level by level. `where` names it in the report. */
export function buildField(context: FieldContext, schema: unknown, where: string): Field {
  return build(context, schema, { name: '', path: '', origins: [], stack: [], where });
}

function build(context: FieldContext, schema: unknown, place: FieldPosition): Field {
  const { document } = context;
  const component = componentName(soleOf(document, schema));
  if (component !== undefined && place.stack.includes(component)) return cut(context, schema, place);
  const composed = asArray(document.resolve(schema)['allOf']).flatMap((part) => componentName(part) ?? []);
  const components = component === undefined ? composed : [...composed, component];
  const inner: FieldPosition = {
    ...place,
    stack: component === undefined ? place.stack : [...place.stack, component],
    origins: [...place.origins, ...components.map((each) => ({ component: each, at: place.path }))],
  };
  if (inner.stack.length > maxDepth || inner.path.split('.').length > maxDepth) return cut(context, schema, inner);
  const plain = normalise(document, schema, inner.stack);
  const inexact = new Set<Inexact>(isIntersection(document, schema) ? ['intersection'] : []);
  const shape = shapeOf({ document, stack: inner.stack, report: (what) => inexact.add(what) }, plain);
  const island = inexact.size > 0 && isIsland(context, plain);
  // what is in an island is drawn by it
  const within: FieldContext = island ? { ...context, guesses: [], islands: undefined } : context;
  const field = finish(context, shaped(within, shape, plain, inner), shape, plain, inner);
  if (island) asIsland(context, field, schema, inner);
  else context.guesses.push(...[...inexact].flatMap((what) => guess(what, shape, place)));
  if (field.kind === 'object') Object.assign(field, permitted(document, schema, field.fields ?? [], undrawn(context, inner)));
  if (field.kind !== 'json' && !field.nullable && permitsType('null', document, schema)) field.keepsNull = true;
  if ((field.kind === 'text' || field.kind === 'integer') && permitsType('object', document, schema)) field.keepsObject = true;
  return field;
}

/** A schema that says of its value no more than that it may be null, or is composed of one, is that one. */
function soleOf(document: ContractDocument, schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || componentName(schema) !== undefined || depth > 8) return schema;
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [only, ...others] = asArray(schema[keyword]).filter((member) => document.resolve(member)['type'] !== 'null');
    if (only !== undefined && others.length === 0 && !('properties' in schema)) return soleOf(document, only, depth + 1);
  }
  return schema;
}

/** Where the tree ends although the schema goes on: within itself, or deeper than any form. */
function cut(context: FieldContext, schema: unknown, place: FieldPosition): Field {
  const field = jsonField(context, schema, place);
  if (isIsland(context, plainOf(context.document.resolve(schema)))) asIsland(context, field, schema, place);
  return field;
}

/** Not where the contract names the control itself. */
function isIsland({ islands }: FieldContext, { keywords, ui }: Plain): boolean {
  return islands !== undefined && ui['widget'] === undefined && ui['ref'] === undefined && keywords['readOnly'] !== true;
}

function asIsland({ islands }: FieldContext, field: Field, schema: unknown, { path, origins }: FieldPosition): void {
  if (islands === undefined || !isJson(schema)) return;
  field.island = path === '' ? islands.of : `${islands.of}.${path}`;
  islands.found.set(field.island, { schema, path, origins });
}

function jsonField(context: FieldContext, schema: unknown, place: FieldPosition): Field {
  const shape: Shape = { kind: 'json' };
  const field: Field = { name: place.name, path: place.path, kind: 'json' };
  return finish(context, field, shape, plainOf(context.document.resolve(schema)), place);
}

function finish(context: FieldContext, field: Field, shape: Shape, plain: Plain, place: FieldPosition): Field {
  const finished = annotated(field, shape, plain);
  context.words.set(place.path, wordsOf(finished, place.origins, shape, plain));
  return finished;
}

/** What a parameter or an answer loses by it. */
function guess(what: Inexact, { kind }: Shape, { where, path }: FieldPosition): string[] {
  if (what === 'condition')
    return [`${where}${path === '' ? '' : ` at ${path}`}: a condition could not be reduced; its fields are always shown`];
  return kind === 'json' ? [`${where} at ${path || '/'}: ${what} is edited as JSON`] : [];
}

/** The field of a property that nothing draws: it has no words. */
function undrawn(context: FieldContext, place: FieldPosition): (schema: Json) => Field {
  const silent: FieldContext = { ...context, words: new Map(), guesses: [], islands: undefined };
  return (schema) => build(silent, schema, { ...place, name: '', path: `${place.path}{}` });
}

function shaped(context: FieldContext, shape: Shape, plain: Plain, place: FieldPosition): Field {
  const { name, path } = place;
  const unnamed = (below: string): FieldPosition => ({ ...place, name: '', path: `${path}${below}` });
  switch (shape.kind) {
    case 'object': {
      const groups = groupsOf(plain.ui['groups']);
      return { name, path, kind: 'object', fields: fieldsOf(context, shape.steps, place), ...(groups.length > 0 ? { groups } : {}) };
    }
    case 'array':
      return { name, path, kind: 'array', items: build(context, shape.items, unnamed('[]')) };
    case 'map': {
      const others = otherNames(context.document, plain.keywords, undrawn(context, place));
      const items = build(context, shape.each, unnamed('{}'));
      return { name, path, kind: 'map', items, ...(others.length > 0 ? { others } : {}) };
    }
    case 'variants': {
      const variants = shape.variants.map((variant) => ({
        ...build(context, variant.schema, { ...place, path: `${path}<${variant.name}>` }),
        name: variant.name,
      }));
      return { name, path, kind: 'variants', variants };
    }
    default:
      return { name, path, kind: shape.kind, open: shape.open };
  }
}

function fieldsOf(context: FieldContext, steps: Step[], place: FieldPosition): Field[] {
  const fields: Field[] = [];
  for (const step of steps) {
    if ('neededWhen' in step) needWhen(fields, step.name, step.neededWhen);
    else {
      const { name, schema, when, required } = step;
      const path = place.path === '' ? name : `${place.path}.${name}`;
      const field = compact({ ...build(context, schema, { ...place, name, path }), when, required });
      const twin = when && fields.find((other) => other.when && same({ ...other, when: 0 }, { ...field, when: 0 }));
      // two branches with the same property are one
      if (twin?.when) twin.when = join('any', [twin.when, when]);
      else fields.push(field);
    }
  }
  return fields;
}

function needWhen(fields: Field[], name: string, condition: Condition): void {
  for (const field of fields) {
    if (field.name !== name || field.required === true) continue;
    field.requiredWhen = field.requiredWhen === undefined ? condition : join('any', [field.requiredWhen, condition]);
  }
}

function groupsOf(value: unknown): Group[] {
  return asArray(value)
    .map(asObject)
    .map((group) => ({
      ...group,
      name: asText(group['name']) ?? '',
      fields: texts(group['fields']),
      ...('groups' in group ? { groups: groupsOf(group['groups']) } : {}),
    }));
}
