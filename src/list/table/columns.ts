import type { ComponentType } from 'react';
import type { Field, Labels, ListedResource } from '#domain/model.ts';
import type { Paging } from '#domain/paging.ts';
import { cellFor } from '#cells/registry.ts';
import type { CellProps } from '#cells/cell.ts';
import { isNeverTruncated } from '#cells/truncation.ts';
import { textWidth } from '#ui/text-width.ts';
import { countCell } from './count-cell.tsx';
import { fieldAt, fieldLabel, isScalar, isVisible, rowField, type FieldViewer } from '#resource/fields.ts';

export type Column = {
  /** Dotted property path; also its name in preferences. */
  key: string;
  label: string;
  field: Field;
  Cell: ComponentType<CellProps>;
  /** Pixels; the table grows beyond its page rather than squeezing them. */
  width: number;
  /** Names and texts are read from their beginning: what they can do with where another column would be left out. */
  least?: number;
  align?: 'end';
  sortable: boolean;
  /** The property that says how many more there are than the reader is shown. */
  others?: string | undefined;
};

type Where = {
  labels: Labels;
  viewer: FieldViewer;
  /** Rows of several tenants are shown together. */
  mixed: boolean;
  /** The list can sort, on the server or because all rows are here. */
  sorts: boolean;
  /** Where it sorts by these alone. */
  by?: Paging['sorts'];
};

/** Every column that this viewer may choose, the default ones first and in their order. */
export function columnsOf(resource: ListedResource, where: Where): Column[] {
  const root = rowField(resource);
  const paths = new Set([...defaultColumns(resource, where), ...scalarPaths(root)]);
  const columns: Column[] = [];
  for (const path of paths) {
    const field = fieldAt(root, path);
    if (!field || !isVisible(field, 'list', where.viewer) || field.writeOnly) continue;
    if (path === resource.data?.owner && !where.mixed) continue;
    columns.push(columnOf(resource, path, field, where));
  }
  return columns;
}

/** What the contract names, and whose row it is where rows of several tenants stand together. */
export function defaultColumns(resource: ListedResource, { mixed }: Pick<Where, 'mixed'>): string[] {
  const owner = resource.data?.owner;
  const named = resource.columns.filter((path) => path !== owner || mixed);
  if (!mixed || owner === undefined || named.includes(owner)) return named;
  return [...named.slice(0, 1), owner, ...named.slice(1)];
}

function columnOf(resource: ListedResource, path: string, field: Field, { labels, sorts, by: known }: Where): Column {
  const numeric = field.kind === 'integer' || field.kind === 'number';
  const [by, ...others] = resource.data?.counts?.[path] ?? [];
  const sortable = resource.data ? resource.data.sortable.includes(path) : isScalar(field) && (!known || path in known);
  const label = fieldLabel(labels, field);
  const first = path === resource.columns[0];
  const width = Math.max(widthOf(field, first), headWidth(label, sorts && sortable), choiceWidth(labels, field));
  const isShort = field.values !== undefined || WIDTHS[field.format ?? ''] !== undefined || isNeverTruncated(field);
  const givesWay = !isShort && (field.ref !== undefined || field.kind === 'text');
  return {
    key: path,
    label,
    field,
    Cell: by !== undefined && others.length === 0 ? countCell(resource, by) : cellFor(field),
    width,
    ...(givesWay ? { least: Math.min(width, Math.max(NAME, headWidth(label, sorts && sortable))) } : {}),
    sortable: sorts && sortable,
    others: othersOf(resource, path),
    ...(numeric && !field.values && !field.ref && field.format === undefined ? { align: 'end' as const } : {}),
  };
}

/** Of what a row stands at, or is for, some are beyond the reader's reach. */
function othersOf({ reach = { city: '' } }: ListedResource, path: string): string | undefined {
  if ('city' in reach) return undefined;
  const [paths, others] = 'sites' in reach ? [reach.sites, 'otherSites'] : [reach.companies, 'otherCompanies'];
  return paths.some((each) => each.split('[]')[0] === path) ? others : undefined;
}

function scalarPaths(root: Field): string[] {
  const paths: string[] = [];
  for (const field of root.fields ?? []) {
    // what one cell shows is no columns of its own
    if (field.kind === 'object' && field.widget !== undefined) continue;
    if (field.kind === 'object') {
      for (const inner of field.fields ?? []) if (isScalar(inner)) paths.push(`${field.name}.${inner.name}`);
    } else if (isScalar(field) || field.kind === 'array') {
      paths.push(field.name);
    }
  }
  return paths;
}

/** So much of a name, or of a text, tells it from others nearly always. */
const NAME = 120;

const WIDTHS: Record<string, number> = {
  'date-time': 176,
  date: 112,
  ip: 136,
  cidr: 156,
  mac: 156,
  email: 212,
  uuid: 280,
  'mobile-cn': 116,
  // what one cell shows of an object
  askedCount: 72,
  sparkline: 172,
};

function widthOf(field: Field, first: boolean): number {
  if (first && field.kind === 'text' && !field.values) return 200;
  if (field.kind === 'array') return 180;
  const byFormat = WIDTHS[field.format ?? field.widget ?? ''];
  if (byFormat !== undefined) return byFormat;
  // a serial has room, and grows with a longer one
  if (field.ref) return isNeverTruncated(field) ? 132 : 160;
  if (field.unit) return 100;
  if (field.kind === 'boolean' || field.kind === 'integer' || field.kind === 'number') return 72;
  if (field.values) return 72;
  if (field.names) return 180;
  // short texts need no more than they may hold
  return Math.min(150, Math.max(96, 24 + 8 * (field.limits?.maxLength ?? 40)));
}

/** A long head breaks between words, never inside one: room for its longest word, the arrows and the cell's padding. */
function headWidth(label: string, arrows: boolean): number {
  const words = textWidth(label) <= 90 ? [label] : label.split(/\s+/);
  return Math.ceil(Math.max(...words.map(boldWidth))) + (arrows ? 40 : 28);
}

/** A short word of letters is mostly its capitals, which are wider than the mean that `textWidth` knows. */
function boldWidth(word: string): number {
  const width = textWidth(word);
  return /^[A-Za-z]+$/.test(word) ? Math.max(1.2 * width, width + 14) : 1.2 * width;
}

/** A choice is read at a glance, so its longest word is not cut: up to a point. */
function choiceWidth(labels: Labels, field: Field): number {
  if (!field.values) return 0;
  const texts = Object.values(labels.enums[field.path] ?? {});
  return Math.min(180, Math.ceil(Math.max(0, ...texts.map(textWidth))) + (field.tone ? 48 : 36));
}
