import { isOpen, type Viewer } from '#api/viewer.ts';
import { asObject, asText, type JsonObject } from '#domain/json.ts';
import type { Field, Model } from '#domain/model.ts';
import { writeTime } from '#time/time-state.ts';
import { withValues } from './panel-call.ts';

type Around = { model: Model; viewer: Viewer; range: { from: number; to: number } | undefined };

/**
 * The page on which an answer's figures stand among others, over the same time: that of the call which the answer says has more of
 * them (`x-ui.widget: moreOf`). Undefined where the operator has no such page here.
 */
export function moreAddress(schema: Field | undefined, answer: JsonObject, { model, viewer, range }: Around): string | undefined {
  const field = schema?.fields?.find(({ widget }) => widget === 'moreOf');
  const { operation, query } = asObject(field && answer[field.name]);
  for (const entry of model.navigation) {
    const tab = entry.panels?.find(({ show }) => show.some((panel) => panel.operation === operation));
    if (!tab || !isOpen(entry, viewer)) continue;
    let search = new URLSearchParams((entry.panels?.length ?? 0) + (entry.tabs?.length ?? 0) > 1 ? { tab: tab.name } : {});
    for (const [name, value] of Object.entries(asObject(query))) search = withValues(search, name, [asText(value) ?? '']);
    return `${entry.path}?${(range ? writeTime(search, { from: range.from, to: range.to }) : search).toString()}`;
  }
  return undefined;
}
