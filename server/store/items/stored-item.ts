import { asObject } from '#domain/json.ts';
import type { ShownCells } from '#server/store/items/item-statements.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { unsealed } from '#server/store/items/sealed.ts';
import type { Doc, ItemRow, Stored } from '#server/store/items/tables.ts';

type StoredRow = Pick<ItemRow, 'id' | 'doc' | 'secret' | 'owner' | 'revision' | 'created_at'>;

/** What of an item is sent, with its secrets left where they are. Parsed only when somebody looks inside: a plain read sends the text as it is stored. */
export class ShownItem implements Pick<Stored, 'text' | 'owner' | 'revision' | 'doc'> {
  readonly text: string;
  readonly owner: string | null;
  readonly revision: number;
  #doc: Doc | undefined;

  constructor([text, owner, revision]: ShownCells) {
    this.text = text;
    this.owner = owner;
    this.revision = revision;
  }

  get doc(): Doc {
    return (this.#doc ??= asObject(JSON.parse(this.text)));
  }
}

/** The whole of it. */
export class StoredItem extends ShownItem implements Stored {
  readonly id: string;
  readonly createdAt: number;
  readonly #spec: ItemSpec;
  readonly #secret: string | null;

  constructor(spec: ItemSpec, row: StoredRow) {
    super([row.doc, row.owner, row.revision]);
    this.#spec = spec;
    this.id = row.id;
    this.#secret = row.secret;
    this.createdAt = row.created_at;
  }

  get secret(): Doc {
    return unsealed(this.#spec, this.#secret);
  }
}
