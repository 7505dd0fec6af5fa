import type { Served } from '#server/kernel/contract.ts';
import { type Handler, read, write } from '#server/kernel/handler.ts';
import { changeFindings, createItem, deleteStored, newFindings, updateItem } from '#server/kernel/resource/change.ts';
import { getItem, itemNow } from '#server/kernel/resource/item.ts';
import { listedNow, listRows, scanRows, unknownFilters } from '#server/kernel/resource/list.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { StartError } from '#server/store/start-error.ts';

/** The handler that the model alone gives: list, get, create, update and delete of stored resources. */
export function genericHandler(served: Served, spec: ItemSpec | undefined): Handler | undefined {
  if (!spec) return undefined;
  const { operation } = served;
  switch (operation.kind) {
    case 'list': {
      const unknown = unknownFilters(served, spec);
      if (unknown.length > 0)
        throw new StartError(
          `${operation.id}: nothing answers its query parameters ${unknown.join(', ')}. Declare the property, or add the filter to the rules of its entity.`,
        );
      return {
        ...read((call) => listRows(spec, call), { now: (call) => listedNow(spec, call) }),
        rows: (call, whole) => scanRows(spec, call, whole),
      };
    }
    case 'get':
      return read((call) => getItem(spec, call), { now: (call) => itemNow(spec, call) });
    case 'create':
      return write((call, tx) => createItem(spec, call, tx), {
        prepare: prepareOf(spec),
        further: (call, tx, wrong) => newFindings(spec, call, tx, wrong),
      });
    case 'update':
      return write((call, tx) => updateItem(spec, call, tx), {
        prepare: prepareOf(spec),
        further: (call, tx, wrong) => changeFindings(spec, call, tx, wrong),
      });
    case 'delete':
      return write((call, tx) => deleteStored(spec, call, tx));
    default:
      return undefined;
  }
}

function prepareOf(spec: ItemSpec) {
  return rulesOf(spec).prepare;
}
