import type { Field, ListedResource } from '#domain/model.ts';
import { selectRows } from '#domain/select.ts';
import { fieldAt, rowField } from '#resource/fields.ts';
import type { Row } from '#resource/list-answer.ts';

/** At how many sites rows hold: of several that the viewer sees in part, that many at least. */
export type AffectedSites = { field: Field; sites: 'all' | number; atLeast: boolean };

/** Where rows hold, by what the contract says of where they stand; undefined where it says nothing of sites. */
export function affectedSites(resource: ListedResource, rows: readonly Row[]): AffectedSites | undefined {
  const { reach } = resource;
  if (!reach || !('sites' in reach)) return undefined;
  const [path = ''] = reach.sites;
  const field = fieldAt(rowField(resource), path.split('[]')[0] ?? '');
  if (!field) return undefined;
  const found = rows.map((row) => ({
    ids: reach.sites.flatMap((each) =>
      selectRows(row, [each]).flatMap(([cell]) => (typeof cell?.value === 'string' && cell.value ? [cell.value] : [])),
    ),
    others: typeof row['otherSites'] === 'number' ? row['otherSites'] : 0,
  }));
  if (reach.none === 'everywhere' && found.some(({ ids, others }) => ids.length === 0 && others === 0))
    return { field, sites: 'all', atLeast: false };
  const beyond = Math.max(0, ...found.map(({ others }) => others));
  return { field, sites: new Set(found.flatMap(({ ids }) => ids)).size + beyond, atLeast: beyond > 0 && rows.length > 1 };
}
