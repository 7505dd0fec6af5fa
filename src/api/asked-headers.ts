import { asObject, asText } from '#domain/json.ts';
import type { Field } from '#domain/model.ts';
import { clientError } from '#api/error.ts';
import { setHeader } from '#api/credentials.ts';

/** What was entered in this tab for headers that calls need, by their names. */
const key = 'wan.headers';
type Changed = (what: { shown: boolean }) => void;
let changed: Changed = () => {};

/** `shown`: what stands on the page is to be asked for again. */
export function onHeadersEntered(listener: Changed): void {
  changed = listener;
}

/** What is sent for one of them: what was entered, else the one value that it may have or begins with. */
export function headerValue({ name, const: only, values, default: usual }: Field): string | undefined {
  const known = asText(entered()[name]) ?? only ?? (values?.length === 1 ? values[0] : usual);
  return known === undefined || known === null || known === '' ? undefined : String(known);
}

/** What can have one value only need not be asked for. */
export function isFixed({ const: only, values }: Field): boolean {
  return only !== undefined || values?.length === 1;
}

/** They hold from the next call on, and what stands on the page is asked for again. */
export function keepHeaders(values: Record<string, string>): void {
  if (enterHeaders(values)) changed({ shown: true });
}

/** They hold from the next call on; whether they are others than before. */
export function enterHeaders(values: Record<string, string>): boolean {
  const given = Object.entries({ ...entered(), ...values }).filter(([, value]) => value !== '');
  const next = JSON.stringify(Object.fromEntries(given));
  if (next === JSON.stringify(entered())) return false;
  sessionStorage.setItem(key, next);
  return true;
}

/** Of those that were entered what was answered for others is forgotten; the page goes on. */
export function headersEntered(): void {
  changed({ shown: false });
}

/** Puts them on a call that needs them; one of which something is missing is not made. */
export function signWithHeaders(headers: Headers, asked: readonly Field[]): void {
  for (const field of asked) {
    const value = headerValue(field);
    if (value === undefined) throw clientError('call.asked', 0, { name: field.name });
    setHeader(headers, field.name, value);
  }
}

function entered(): Record<string, unknown> {
  return asObject(JSON.parse(sessionStorage.getItem(key) ?? '{}'));
}
