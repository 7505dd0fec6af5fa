import { isObject, isText } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { inert } from './source.ts';

/** Takes from a document, in place, the patterns that are no regular expression, and says each: all else of a body is still checked. */
export function dropBadPatterns(value: Json | undefined, place = '#'): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => dropBadPatterns(each, `${place}/${index}`));
  if (!isObject(value)) return [];
  const { pattern, patternProperties } = value;
  const found: string[] = [];
  if (isText(pattern) && !isExpression(pattern)) {
    delete value['pattern'];
    found.push(`${place}: the pattern ${pattern} is no regular expression, and is not checked`);
  }
  for (const name of isObject(patternProperties) ? Object.keys(patternProperties) : []) {
    if (!isObject(patternProperties) || isExpression(name)) continue;
    delete patternProperties[name];
    found.push(`${place}: properties by ${name}, which is no regular expression, are not checked`);
  }
  const inner = Object.entries(value).flatMap(([key, each]) => (inert.has(key) ? [] : dropBadPatterns(each, `${place}/${key}`)));
  return [...found, ...inner];
}

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
