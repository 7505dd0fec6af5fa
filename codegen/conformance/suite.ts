import type { Operation, Resource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import type { Built } from '../built.ts';
import type { Contract } from '../read/contract.ts';
import type { RawOperation } from '../read/operations.ts';
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

type Known = { operation: Operation; resource: Resource };

/** What all parts of the suite share. */
export class Suite {
  readonly cases: Case[] = [];
  readonly check: AnswerCheck;
  readonly bindings: Bindings;
  readonly backend: Backend;
  readonly #known = new Map<string, Known>();

  constructor(contract: Contract, { resources }: Built, backend: Backend) {
    this.backend = backend;
    this.check = new AnswerCheck(contract.document.root);
    this.bindings = new Bindings(contract.document);
    for (const { resource } of resources)
      for (const operation of Object.values(resource.operations).flat()) this.#known.set(operation.id, { operation, resource });
  }

  known(raw: RawOperation): Known | undefined {
    return this.#known.get(raw.id);
  }

  call(
    raw: RawOperation,
    values: Values,
    more: { query?: Values; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return ask(this.backend, { method: raw.method, path: filled(raw.wire, values), ...more });
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
