import { escapeLiteral } from 'pg';

/** What policies ask of the transaction, a text that it set for itself (`settingOf`): asked once per statement, not per row. */
export function setting(name: string): string {
  return `(select current_setting('wan.${name}', true))`;
}

/** The same of a list. */
export function list(name: string): string {
  return `(select string_to_array(current_setting('wan.${name}', true), E'\\x1f'))::text[]`;
}

export function quoted(column: string): string {
  return `"${column}"`;
}

export function literal(text: string): string {
  return escapeLiteral(text);
}
