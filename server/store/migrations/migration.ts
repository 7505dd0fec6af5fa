import type { EntityName } from '#generated/server/entities.ts';
import type { Draft } from '#server/store/items/typed.ts';
import type { Doc } from '#server/store/items/tables.ts';

/**
 * What becomes of stored documents, by entity. `doc` has the type of today, which is what it must be when it is answered;
 * `was` is the same document as it is stored, with properties and values that the contract has no more. Undefined leaves it.
 * @public
 */
export type Migration = {
  readonly [Name in EntityName]?: { change(doc: Draft<Name>, was: Doc, id: string): Draft<Name> | undefined }['change'];
};

/** A migration of the folder, read only where it is still to be applied. */
export type MigrationFile = { name: string; load: () => Promise<Readonly<Record<string, Change | undefined>>> };
/** The same for whatever entity. */
export type Change = (doc: Doc, was: Doc, id: string) => Doc | undefined;
