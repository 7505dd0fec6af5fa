import { type Cause, causesOf } from '#domain/causes.ts';
import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { getPointer } from '#domain/pointer.ts';
import { type CompiledAt, compiledIn, forAnswers, placeOf } from '../read/compiled.ts';
import { ContractDocument } from '../read/document.ts';
import { type Answer, NOT_JSON } from './call.ts';

type Called = { method: string; wire: string };

/** What is said of one answer at most: the rest is more of the same. */
const SHOWN = 12;
const CUT = 80;

/** Holds answers to the contract; says in sentences what is wrong with one. */
export class AnswerCheck {
  readonly #document: ContractDocument;
  readonly #compiled: CompiledAt;

  constructor(root: JsonObject) {
    const answered = forAnswers(root);
    this.#document = new ContractDocument(answered);
    this.#compiled = compiledIn(answered);
  }

  /** The name under which the contract has this status: `200`, `2XX` or `default`; undefined where it has none. */
  documented({ method, wire }: Called, status: number): string | undefined {
    const responses = this.#responses({ method, wire });
    return [String(status), `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`, 'default'].find((name) => name in responses);
  }

  /** `wanted` says which statuses are right here, and what is said where another comes. */
  faults(called: Called, answer: Answer, wanted?: { statuses: readonly number[]; why: string }): string[] {
    const name = this.documented(called, answer.status);
    const faults: string[] = [];
    if (wanted && !wanted.statuses.includes(answer.status)) faults.push(`answers ${answer.status}${wordsOf(answer)}; ${wanted.why}`);
    // HTTP itself says what a refusal of a stranger, or of what is not there, is called
    if (name === undefined && wanted?.statuses.includes(answer.status) && answer.status >= 400) return [];
    if (name === undefined)
      return [...faults, `answers ${answer.status}, which the contract does not name (${Object.keys(this.#responses(called)).join(', ')})`];
    return [...faults, ...this.#headerFaults(called, name, answer), ...this.#bodyFaults(called, name, answer)].slice(0, SHOWN);
  }

  /** An ETag is promised by being named; other headers only where they are required. */
  #headerFaults(called: Called, name: string, { headers, status }: Answer): string[] {
    if (status >= 400) return [];
    const declared = asObject(this.#document.resolve(this.#responses(called)[name])['headers']);
    return Object.entries(declared).flatMap(([header, node]) => {
      const promised = header.toLowerCase() === 'etag' || this.#document.resolve(node)['required'] === true;
      return promised && headers.get(header) === null ? [`has no header ${header}`] : [];
    });
  }

  #bodyFaults(called: Called, name: string, { mediaType, body, status }: Answer): string[] {
    const content = asObject(this.#document.resolve(this.#responses(called)[name])['content']);
    const types = Object.keys(content);
    if (types.length === 0 || status === 204 || status === 304) return [];
    const type = types.find((each) => matches(each, mediaType));
    if (type === undefined) return [`is ${mediaType === '' ? 'of no type' : mediaType}; the contract says ${types.join(' or ')}`];
    if (body === NOT_JSON) return [`says ${mediaType}, and is no JSON`];
    if (!mediaType.includes('json')) return [];
    const validate = this.#compiled(...this.#place(called, name), 'content', type, 'schema');
    if (!validate || validate(body)) return [];
    return causesOf(validate.errors ?? [], body).map((cause) => sentenceOf(cause, body));
  }

  #responses({ method, wire }: Called): JsonObject {
    return asObject(asObject(asObject(asObject(this.#document.root['paths'])[wire])[method])['responses']);
  }

  /** Where the response stands, at a component where it only refers to one. */
  #place({ method, wire }: Called, name: string): string[] {
    return placeOf(this.#responses({ method, wire })[name], ['paths', wire, method, 'responses', name]);
  }
}

/** What a problem document says of itself. */
function wordsOf({ status, body }: Answer): string {
  const { code, detail, title, message } = asObject(body);
  const words = [code, detail ?? title ?? message].filter((each) => typeof each === 'string' && each !== '');
  return status >= 400 && words.length > 0 ? ` (${words.join(': ')})` : '';
}

function matches(declared: string, sent: string): boolean {
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '*/*' || type === sent) return true;
  // a problem document is JSON, and who says one may mean the other
  if (type.endsWith('/*')) return sent.startsWith(type.slice(0, -1));
  return type === 'application/json' && sent.endsWith('+json');
}

function sentenceOf({ pointer, error: { keyword, params, message = 'is wrong' } }: Cause, body: unknown): string {
  if (keyword === 'required') return `${pointer} is missing`;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return `${pointer} is not in the contract`;
  const at = pointer === '' ? 'the body' : pointer;
  const value = shown(getPointer(body, pointer));
  if (keyword === 'type') return `${at} must be ${[params['type']].flat().join(' or ')}, and is ${value}`;
  if (keyword === 'enum') return `${at} is ${value}, which is none of ${asArray(params['allowedValues']).map(shown).join(', ')}`;
  return `${at} ${message}, and is ${value}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > CUT ? `${text.slice(0, CUT)}…` : text;
}
