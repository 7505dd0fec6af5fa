import type { Field, Json } from '#domain/model.ts';
import { words } from '../names.ts';
import { normal } from './answer.ts';

/** Whether a switch adds something to an answer, or leaves something out. */
const ADDS =
  /^(?:includ(?:e|es|ing)|with|without|show|return|expand|embed|exclude|omit|hide|no|skip|load|fetch|get|need|calculate|compute)$/i;
/** What an answer says beside its rows, and of them, and no row is. */
const BESIDE =
  /^(?:counts?|totals?|stat(?:istic)?s|meta|metadata|details?|links?|facets?|aggregat(?:e|es|ions?)|attributes|pagination|paging|schema|body|content|payload|html|thumbnails?|permissions|relations?|relationships?)$/i;
/** A switch that says by its own name how much there is to be in an answer. */
const AMOUNT =
  /^(?:counts?|totals?|total_?counts?|count_?(?:total|only)|verbose|pretty|pretty_?print|detailed|details?|full|brief|compact|minimal|extended|expanded?|envelope|summary_?only|ids_?only|\$count)$/i;
/** A choice of what each row has in it. */
const PARTS =
  /^\$?(?:includes?|expands?|embeds?|populate|fields|select|omit|include_?fields|exclude_?fields|return_?fields|response_?fields|extra_?fields|_?embed|_?expand|_?fields)(?:\[\w*\])?$/i;
/** Rows that are left out unless they are asked for. */
const LEFT_OUT =
  /^(?:all|archived?|deleted?|removed|trashed|hidden|inactive|disabled|expired|drafts?|revoked|suspended|banned|closed|invalid|private|internal|system|past|test|unpublished|descendants|children)$/i;

/**
 * A query that says how much an answer holds, and of which rows it is nothing: a switch that adds what rows have (`include_members_count`)
 * or what stands beside them (`withTotal`), or the parts that each row is to have (`expand`). One that other rows come by is a filter.
 */
export function isOfShape(field: Field, row: Field | undefined): boolean {
  const fields = row?.fields ?? [];
  // what rows have is what they are narrowed by; what must be asked for is asked for
  if (field.required || (!field.name.startsWith('$') && fields.some(({ name }) => normal(name) === normal(field.name)))) return false;
  if (!isSwitch(field)) return PARTS.test(field.name) && !(field.items?.values ?? field.values ?? []).some(isLeftOut);
  if (AMOUNT.test(field.name)) return true;
  const [verb = '', ...rest] = words(field.name);
  if (!ADDS.test(verb) || rest.length === 0) return PARTS.test(field.name);
  const last = rest.at(-1) ?? '';
  const added = fields.find(({ name }) => normal(name) === normal(rest.join('')));
  if (added === undefined) return BESIDE.test(last);
  if (['object', 'array', 'map', 'variants', 'json'].includes(added.kind)) return true;
  // `include_deleted` is answered by other rows, though each says whether it is deleted; of things each says whether it has them
  return added.kind === 'boolean' ? /[^s]s$/.test(last) : !LEFT_OUT.test(last);
}

/** On or off, however it is written. */
function isSwitch({ kind, values }: Field): boolean {
  return (
    kind === 'boolean' ||
    (values !== undefined && values.length > 0 && values.every((value) => /^(?:true|false|0|1|yes|no)$/i.test(String(value))))
  );
}

function isLeftOut(value: Json): boolean {
  return LEFT_OUT.test(String(value));
}
