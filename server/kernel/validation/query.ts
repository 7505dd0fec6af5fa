import type { Served } from '#server/kernel/contract.ts';
import type { Finding } from '#server/kernel/problem.ts';
import { findingsOf } from '#server/kernel/validation/findings.ts';
import type { Kind, ParameterSchema } from '#server/kernel/validation/parameters.ts';
import { isStorableNumber, isStorableText } from '#server/kernel/validation/text.ts';

export type Query = Record<string, unknown>;

/** Understood on every call: the caller's language, and a yes to what a rule asked. */
const everywhere = new Set(['locale', 'confirm']);

/** The query as values of the contract's kinds, defaults filled in. Texts become numbers and booleans, nothing else is bent. */
export function readQuery(served: Served, raw: Record<string, unknown>, findings: Finding[]): Query {
  const query: Query = {};
  for (const [name, given] of Object.entries(raw)) {
    const parameter = served.query.get(name);
    if (!parameter) {
      if (name === 'confirm') query[name] = given === 'true';
      if (!everywhere.has(name))
        findings.push({ pointer: `/query/${name}`, code: 'schema.additionalProperties', params: { property: name } });
      continue;
    }
    const value = parse(parameter, given);
    findings.push(...parameterFindings(parameter, given, value, `/query/${name}`));
    query[name] = value;
  }
  for (const parameter of served.query.values()) {
    if (query[parameter.name] !== undefined) continue;
    if (parameter.default !== undefined) query[parameter.name] = parameter.default;
    else if (parameter.required)
      findings.push({ pointer: `/query/${parameter.name}`, code: 'schema.required', params: { property: parameter.name } });
  }
  return query;
}

export function readPath(served: Served, raw: Record<string, string>, findings: Finding[]): Record<string, string> {
  for (const parameter of served.path) {
    const text = raw[parameter.name] ?? '';
    findings.push(...parameterFindings(parameter, text, parse(parameter, text), `/path/${parameter.name}`));
  }
  return raw;
}

function parameterFindings(parameter: ParameterSchema, given: unknown, value: unknown, base: string): Finding[] {
  const findings = findingsOf(parameter.check(value), value, { base });
  if (!isStorableText(given)) findings.push({ pointer: base, code: 'text.unstorable' });
  const numbers: unknown[] = Array.isArray(value) ? value : [value];
  if (!numbers.every(isStorableNumber)) findings.push({ pointer: base, code: 'number.unstorable' });
  return findings;
}

function parse(parameter: ParameterSchema, given: unknown): unknown {
  if (parameter.kind !== 'array') return scalar(parameter.kind, given);
  const values: unknown[] = Array.isArray(given) ? given : [given];
  return values.map((each) => scalar(parameter.items, each));
}

function scalar(kind: Kind, given: unknown): unknown {
  if (typeof given !== 'string') return given;
  if (kind === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  if (kind === 'integer' || kind === 'number') return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given;
  return given;
}
