import { fill } from '#domain/message.ts';
import type { Field, Resource } from '#domain/model.ts';
import en from '#locales/en/resource.json' with { type: 'json' };
import zh from '#locales/zh/resource.json' with { type: 'json' };
import type { Call } from '#server/kernel/handler.ts';
import { fieldLabels } from '#server/kernel/resource/labels.ts';

const sentences = { zh, en };
const SUFFIX = '-import-template';
/** Spreadsheets take a text file for UTF-8 by this mark only. */
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * `tag-import-template`: a sheet with the columns that an import of the resource understands. What stands below them, begun
 * with `#`, is not read back: their paths, an example, and what an update makes of cells that are empty or missing.
 */
export function importTemplate(call: Call, name: string): { name: string; bytes: Uint8Array } | undefined {
  if (!name.endsWith(SUFFIX)) return undefined;
  const file = name.slice(0, -SUFFIX.length);
  const resource = [...call.services.contract.resources.values()].find((each) => each.file === file);
  if (!resource) return undefined;
  const columns = columnsOf(resource);
  const labels = fieldLabels(call, file);
  const { template, import: words } = sentences[call.language];
  const notes = [
    columns.map((field) => field.path),
    columns.map((field) => String(field.example ?? field.default ?? '')),
    [fill(template.updating, { word: words.clearWord })],
  ].map(([first = '', ...cells]) => [`# ${first}`, ...cells]);
  const lines = [columns.map((field) => labels[field.path] ?? field.name), ...notes];
  const text = lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');
  return { name: `${name}.csv`, bytes: new TextEncoder().encode(`${BYTE_ORDER_MARK}${text}\r\n`) };
}

function columnsOf(resource: Resource): Field[] {
  const create = resource.operations.create[0]?.body?.schema ?? resource.item;
  return (resource.schemas[create]?.fields ?? []).filter(
    (field) => !field.readOnly && field.kind !== 'object' && field.kind !== 'variants',
  );
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
