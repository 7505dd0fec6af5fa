import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HeatMap } from '#charts/heat-map.tsx';
import { Histogram } from '#charts/histogram.tsx';
import { Sankey } from '#charts/sankey.tsx';
import { enumLabel } from '#cells/labels.ts';
import { asArray, asNumber, asObject, asText } from '#domain/json.ts';
import type { Field, Json, Labels } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import type { Drill } from './drill.ts';

type Props = { title: string; field: Field; value: Json | undefined; before: Json | undefined; labels: Labels; drill: Drill | undefined };

/** Places by time (`x-ui.widget: heatMap`): a cell leads to its place at its time. */
export function Heat({ title, field, value, before, labels, drill, range }: Props & { range: { from: number; to: number } }): ReactNode {
  const { unit, better, total, rows } = asObject(value);
  const all = asArray(rows).map(asObject);
  const items = field.fields?.find(({ name }) => name === 'rows')?.items;
  const then = new Map(asArray(asObject(before)['rows']).map((each) => [asText(asObject(each)['siteId']), numbersOf(asObject(each))]));
  return (
    <HeatMap
      title={title}
      data={{
        ...range,
        unit: asText(unit) ?? '',
        better: better === 'higher' ? 'higher' : 'lower',
        of: asNumber(total) ?? all.length,
        compared: before !== undefined,
        rows: all.map((row) => {
          const gap = gapOf(items, row, labels);
          return {
            key: asText(row['siteId']) ?? '',
            label: asText(row['site']) ?? '',
            values: numbersOf(row),
            ...(before === undefined ? {} : { before: then.get(asText(row['siteId'])) ?? [] }),
            ...(gap === undefined ? {} : { gap }),
          };
        }),
      }}
      onChoose={
        drill &&
        ((index, from, to) => {
          const row = all[index];
          if (row) drill.open(row, { from, to });
        })
      }
    />
  );
}

/** Who, by what, to where (`x-ui.widget: sankey`): a node narrows by the parameter that its stage is called. */
export function Flows({ title, field, value, before, labels, drill }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const { nodes, links } = asObject(value);
  const items = field.fields?.find(({ name }) => name === 'nodes')?.items;
  const stage = items?.fields?.find(({ name }) => name === 'stage');
  const stages = (stage?.values ?? []).map(String);
  const all = asArray(nodes).map(asObject);
  const then = before === undefined ? undefined : flowsOf(before);
  const word = (name: string): string => (stage ? enumLabel(labels, stage, name) : name);
  return (
    <Sankey
      title={title}
      gap={gapOf(field, asObject(value), labels)}
      data={{
        unit: 'B',
        compared: then !== undefined,
        stages: stages.map(word),
        nodes: all.map((node) => {
          const name = asText(node['name']);
          return {
            ...(name === undefined ? {} : { key: name }),
            label: name ?? t('sankey.rest', { stage: word(asText(node['stage']) ?? '') }),
            stage: Math.max(0, stages.indexOf(asText(node['stage']) ?? '')),
            value: asNumber(node['flow']) ?? 0,
            ...(then ? { before: then.nodes.get(nodeKey(node)) } : {}),
          };
        }),
        links: asArray(links).flatMap((each) => {
          const link = asObject(each);
          const [from, to, flow] = [asNumber(link['from']), asNumber(link['to']), asNumber(link['flow'])];
          if (from === undefined || to === undefined || flow === undefined) return [];
          const key = linkKey(all[from] ?? {}, all[to] ?? {});
          return [{ from, to, value: flow, ...(then ? { before: then.links.get(key) } : {}) }];
        }),
      }}
      onChoose={
        drill &&
        ((index) => {
          const node = all[index];
          const name = asText(node?.['stage']);
          if (node && name !== undefined) drill.open({ [name]: node['name'] });
        })
      }
    />
  );
}

type Row = Record<string, Json>;

function numbersOf(row: Row): (number | null)[] {
  return asArray(row['values']).map((each) => asNumber(each) ?? null);
}

function nodeKey(node: Row): string {
  return JSON.stringify([node['stage'], node['name']]);
}

function linkKey(from: Row, to: Row): string {
  return `${nodeKey(from)} ${nodeKey(to)}`;
}

/** Flows by what they are between: their places in the answer are of that answer alone. */
function flowsOf(value: Json): { nodes: Map<string, number>; links: Map<string, number> } {
  const { nodes, links } = asObject(value);
  const all = asArray(nodes).map(asObject);
  const of = asArray(links).flatMap((each): [string, number][] => {
    const { from, to, flow } = asObject(each);
    const ends = [all[asNumber(from) ?? -1], all[asNumber(to) ?? -1]] as const;
    return ends[0] && ends[1] ? [[linkKey(ends[0], ends[1]), asNumber(flow) ?? 0]] : [];
  });
  return { nodes: new Map(all.map((node) => [nodeKey(node), asNumber(node['flow']) ?? 0])), links: new Map(of) };
}

/** How many readings lie where (`x-ui.widget: histogram`), or why there are none: here, or in the whole answer. */
export function Readings({
  field,
  value,
  labels,
  gap,
}: Pick<Props, 'field' | 'value' | 'labels'> & { gap: string | undefined }): ReactNode {
  const { unit, bounds, counts } = asObject(value);
  const list = (each: Json | undefined): number[] => asArray(each).flatMap((number) => asNumber(number) ?? []);
  return (
    <Histogram
      title={fieldLabel(labels, field)}
      unit={asText(unit) ?? ''}
      bounds={list(bounds)}
      counts={list(counts)}
      gap={gapOf(field, asObject(value), labels) ?? gap}
    />
  );
}

function gapOf(field: Field | undefined, row: Record<string, Json>, labels: Labels): string | undefined {
  const own = field?.fields?.find(({ name }) => name === 'gap');
  const gap = asText(row['gap']);
  return gap !== undefined && own ? enumLabel(labels, own, gap) : gap;
}
