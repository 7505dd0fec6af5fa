import { randomUUID } from 'node:crypto';
import type { Operation, Resource } from '#domain/model.ts';
import { sampleOf } from '#domain/sample.ts';
import { getPath } from '#domain/value.ts';
import type { Built } from '../built.ts';
import type { Contract } from '../read/contract.ts';
import type { ContractDocument } from '../read/document.ts';
import type { RawOperation, RawParameter } from '../read/operations.ts';
import { isAsked } from '../operation.ts';
import { Bindings, filled, type Values } from './bindings.ts';
import { type Answer, ask, type Backend } from './call.ts';
import { AnswerCheck } from './faults.ts';

/** One thing that was tried. */
export type Case = {
  /** Tag of the contract. */
  group: string;
  /** `GET /sites (listSites)`, and what was tried of it. */
  name: string;
  verdict: 'passed' | 'failed' | 'skipped';
  /** What is wrong, or why it was not tried. */
  notes: string[];
  url?: string;
  millis: number;
};

/** `made`: those of which neither the contract nor whoever tests has a value. */
type RequiredHeaders = { values: Values; made: string[] };
/** What marks one call: the console makes it anew for each. */
const MARKS = /^(?:idempotency-key|x-request-id)$/i;
/** What a header can carry. */
const CARRIED = /^[\t\x20-\x7e\x80-\xff]+$/;

type ResourceCall = { operation: Operation; resource: Resource };

/** What all parts of the suite share. */
export class Suite {
  readonly cases: Case[] = [];
  readonly check: AnswerCheck;
  readonly bindings: Bindings;
  readonly backend: Backend;
  readonly #document: ContractDocument;
  readonly #known = new Map<string, ResourceCall>();

  constructor(contract: Contract, { resources }: Built, backend: Backend) {
    this.backend = backend;
    this.#document = contract.document;
    this.check = new AnswerCheck(contract.document.root);
    this.bindings = new Bindings(contract.document);
    for (const { resource } of resources)
      for (const operation of Object.values(resource.operations).flat()) this.#known.set(operation.id, { operation, resource });
  }

  known(raw: RawOperation): ResourceCall | undefined {
    return this.#known.get(raw.id);
  }

  call(
    raw: RawOperation,
    values: Values,
    more: { query?: Values; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const headers = { ...this.headersOf(raw).values, ...more.headers };
    return ask(this.backend, { method: raw.method, path: filled(raw.wire, values), ...more, headers });
  }

  /** Headers without which it does not answer, beside those of the log-in: as they were given, as the contract has an example, else any that their schemas take. */
  headersOf({ params }: RawOperation): RequiredHeaders {
    const values: Values = {};
    const made: string[] = [];
    for (const parameter of params) {
      const name = parameter.name.toLowerCase();
      if (parameter.in === 'header' && parameter.required && MARKS.test(name)) values[name] = randomUUID();
      if (!isAsked(this.#document, parameter)) continue;
      const known = this.#given(name) ?? this.bindings.example(parameter);
      const value = known ?? this.#sample(parameter);
      if (known === undefined) made.push(parameter.name);
      if (value !== undefined && CARRIED.test(value)) values[name] = value;
    }
    return { values, made };
  }

  /** What was given that this call does not ask for says who calls. */
  hasCredentials(raw: RawOperation): boolean {
    const { values } = this.headersOf(raw);
    return Object.keys(this.backend.query).length > 0 || Object.keys(this.backend.headers).some((name) => !(name.toLowerCase() in values));
  }

  #given(name: string): string | undefined {
    return Object.entries(this.backend.headers).find(([given]) => given.toLowerCase() === name)?.[1];
  }

  #sample({ schema }: RawParameter): string | undefined {
    const value = sampleOf(this.#document.root, schema);
    if (Array.isArray(value)) return value.map(String).join(',');
    return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
  }

  /** Required query parameters from the contract's examples; undefined where one has none. */
  queryOf(raw: RawOperation): Values | undefined {
    const required = raw.params.filter((parameter) => parameter.in === 'query' && parameter.required);
    const entries = required.map((parameter): [string, string | undefined] => [parameter.name, this.bindings.example(parameter)]);
    const missing = entries.some(([, value]) => value === undefined);
    return missing ? undefined : Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
  }

  rowsOf(raw: RawOperation, answer: Answer): unknown[] {
    const at = this.known(raw)?.operation.paging?.items;
    if (at === undefined) return [];
    const rows = at === '' ? answer.body : getPath(answer.body, at);
    return Array.isArray(rows) ? rows : [];
  }

  passed(raw: RawOperation, what: string, answer: Answer, faults: string[]): void {
    this.add(raw, what, faults.length === 0 ? 'passed' : 'failed', faults, answer);
  }

  skipped(raw: RawOperation, why: string, what = ''): void {
    this.add(raw, what, 'skipped', [why]);
  }

  add(raw: RawOperation, what: string, verdict: Case['verdict'], notes: string[], answer?: Answer): void {
    const name = `${raw.method.toUpperCase()} ${raw.path} (${raw.id})${what === '' ? '' : `: ${what}`}`;
    this.cases.push({
      group: raw.tag,
      name,
      verdict,
      notes,
      ...(answer ? { url: answer.url } : {}),
      millis: Math.round(answer?.millis ?? 0),
    });
  }
}
