import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BarChart } from '#charts/bar-chart.tsx';
import { type Before, changeOf } from '#charts/change.ts';
import { formatValue } from '#charts/format.ts';
import { enumLabel } from '#cells/labels.ts';
import { asArray, asNumber, asObject, asText } from '#domain/json.ts';
import type { Field, Json, Labels } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import { AnswerTable } from './answer-table.tsx';
import type { Drill } from './drill.ts';

type Row = Record<string, Json>;
type Props = {
  field: Field;
  value: Json | undefined;
  /** The same of the period before. */
  before: Json | undefined;
  labels: Labels;
  gap: string | undefined;
  drill: Drill | undefined;
};

/** Rows of an answer by their first figure, the table of all that they say beside it. */
export function Bars({ field, value, before, labels, gap, drill }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const rows = asArray(value).map(asObject);
  const fields = field.items?.fields ?? [];
  const texts = fields.filter(({ kind, name, hide }) => kind === 'text' && !name.endsWith('Id') && !hide?.includes('list'));
  // rows of an enumeration are called by its value alone
  const named = texts.find(({ name }) => rows.some((row) => row[name] !== undefined)) ?? texts[0];
  // a rank is no figure
  const figure = fields.find(({ kind, name }) => (kind === 'number' || kind === 'integer') && name !== 'rank');
  if (!named || !figure) return null;
  const unit = figure.unit ?? asText(rows[0]?.['unit']) ?? '';
  const id =
    fields.find(({ name }) => (name === 'id' || name.endsWith('Id')) && rows.some((row) => row[name] !== undefined))?.name ?? named.name;
  const then = new Map(
    asArray(before)
      .map(asObject)
      .map((row) => [asText(row[id]), asNumber(row[figure.name]) ?? null]),
  );
  const thenOf = (row: Row): Before => then.get(asText(row[id]));
  const compared = before !== undefined;
  const bars = rows.map((row, index) => ({
    key: String(index),
    label: nameOf(row, named, fields, labels),
    value: asNumber(row[figure.name]) ?? 0,
    ...(compared ? { before: thenOf(row) } : {}),
  }));
  const beside = [
    { head: t('before'), textOf: (row: Row) => formatValue(thenOf(row), unit) },
    { head: t('change.head'), textOf: (row: Row) => changeOf(asNumber(row[figure.name]), thenOf(row), unit, t) },
  ];
  return (
    <BarChart
      title={fieldLabel(labels, field)}
      bars={bars}
      unit={unit}
      heads={{ name: fieldLabel(labels, named), value: fieldLabel(labels, figure) }}
      gap={gap}
      compared={compared}
      table={<AnswerTable field={field} value={value} labels={labels} href={drill?.href} beside={compared ? beside : undefined} />}
      onChoose={
        drill &&
        ((index) => {
          const row = rows[index];
          if (row) drill.open(row);
        })
      }
    />
  );
}

/** A row that stands for a value of an enumeration is called by its word. */
function nameOf(row: Row, named: Field, fields: readonly Field[], labels: Labels): string {
  const name = asText(row[named.name]) ?? '';
  const choice = fields.find((each) => each.values !== undefined && row[each.name] === name);
  return choice ? enumLabel(labels, choice, name) : name;
}
