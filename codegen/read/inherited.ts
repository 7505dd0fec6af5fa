import { asArray, asObject, asText, isObject, texts, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { componentName } from '#domain/reference.ts';

/**
 * OpenAPI's other way to say variants: a schema names the property that tells its children apart (`discriminator`), and each
 * child is composed of it (`allOf`). Wherever the schema is used one of them is meant, and that is said as a union.
 */
export function asUnions(document: JsonObject): void {
  const schemas = asObject(asObject(document['components'])['schemas']);
  for (const [name, value] of Object.entries(schemas)) {
    if (!isObject(value) || 'oneOf' in value || 'anyOf' in value) continue;
    const { discriminator, ...base } = value;
    const property = asText(asObject(discriminator)['propertyName']);
    const members = property === undefined ? [] : membersOf(schemas, name, property);
    if (property === undefined || members.length === 0) continue;
    const baseName = freeName(schemas, name);
    for (const child of Object.values(schemas)) composedOf(child, name, baseName);
    schemas[baseName] = base;
    schemas[name] = {
      // what all of them have is said once more, so that it does not depend on which one is meant
      ...structuredClone(base),
      properties: {
        ...asObject(structuredClone(base['properties'])),
        [property]: { ...asObject(asObject(base['properties'])[property]), ...tagOf(members.flatMap(({ values }) => values)) },
      },
      discriminator: { propertyName: property },
      oneOf: members.map(({ component, values }) => variant(component === name ? baseName : component, property, values)),
    };
  }
}

type Member = { component: string; values: string[] };

/** Who may stand in the schema's place, by the values that say so: those of the mapping, else its own name. */
function membersOf(schemas: JsonObject, name: string, property: string): Member[] {
  const schema = asObject(schemas[name]);
  const mapping = Object.entries(asObject(asObject(schema['discriminator'])['mapping'])).map(([value, target]) => ({
    value,
    target: (asText(target) ?? '').split('/').at(-1) ?? '',
  }));
  const permitted = texts(asObject(asObject(schema['properties'])[property])['enum']);
  const children = descendants(schemas, name);
  if (children.length === 0) return [];
  return [name, ...children].flatMap((component) => {
    const mapped = mapping.flatMap(({ value, target }) => (target === component ? [value] : []));
    const isLeaf = component !== name && descendants(schemas, component).length === 0;
    const own = isLeaf && (permitted.length === 0 || permitted.includes(component)) ? [component] : [];
    const values = mapped.length > 0 ? mapped : own;
    return values.length === 0 ? [] : [{ component, values }];
  });
}

/** Components that are composed of one, also by way of others. */
function descendants(schemas: JsonObject, name: string): string[] {
  const found = new Set<string>();
  for (let more = [name]; more.length > 0;) {
    more = Object.keys(schemas).filter((each) => !found.has(each) && each !== name && more.some((parent) => isOf(schemas[each], parent)));
    for (const each of more) found.add(each);
  }
  return [...found];
}

function isOf(schema: Json | undefined, parent: string): boolean {
  return asArray(asObject(schema)['allOf']).some((part) => componentName(part) === parent);
}

function composedOf(schema: Json | undefined, from: string, to: string): void {
  for (const part of asArray(asObject(schema)['allOf']))
    if (isObject(part) && componentName(part) === from) part['$ref'] = `#/components/schemas/${to}`;
}

function variant(component: string, property: string, values: string[]): Json {
  return {
    allOf: [
      { $ref: `#/components/schemas/${component}` },
      { type: 'object', required: [property], properties: { [property]: tagOf(values) } },
    ],
  };
}

function tagOf(values: string[]): JsonObject {
  return values.length === 1 ? { type: 'string', const: values[0] ?? '' } : { type: 'string', enum: values };
}

function freeName(schemas: JsonObject, name: string): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? `${name}Base` : `${name}Base${number}`;
    if (schemas[free] === undefined) return free;
  }
}
