import type { Json } from '#domain/model.ts';
import type { Entities, EntityName } from '#generated/server/entities.ts';

/** A stored document, complete but for its revision; writeOnly properties (a password, as plain text) are in it. */
export type Row = Record<string, Json>;

/** The row of an entity as a seed writes it: a property that the contract has not, or has no more, is none of it. */
export type Seeded<Name extends EntityName> = Omit<Entities[Name], 'revision'> & (Name extends keyof Entered ? Entered[Name] : unknown);

/** What an entity takes and never shows. */
type Entered = { User: { password: string } };

/** Rows by resource; a resource stands after those that it refers to. */
export type World = Record<string, Row[]>;

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The wire's spelling of an instant: RFC 3339, UTC, whole seconds. */
export function instant(ms: number): string {
  return `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}

/** The two stamps that every row has. */
export function stamps(created: number, updated = created): { createdAt: string; updatedAt: string } {
  return { createdAt: instant(created), updatedAt: instant(Math.max(created, updated)) };
}

/** `c-0007`: a number as a name of fixed width. */
export function numbered(prefix: string, number: number, width = 4): string {
  return `${prefix}-${String(number).padStart(width, '0')}`;
}
