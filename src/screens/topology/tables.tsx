import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatValue } from '#charts/format.ts';
import type { Network } from './network.ts';
import { linkRow, type LinkRow, named, type NodeRow, nodeRows } from './rows.ts';
import { LinkSign, NodeSign } from './state-sign.tsx';
import { type Column, Table } from './table.tsx';
import type { Words } from './use-words.ts';

type Props = { network: Network; words: Words; text: string; selected: number | undefined; onPick: (index: number) => void };

export function NodeTable({
  network,
  byNode,
  words,
  text,
  selected,
  onPick,
}: Props & { byNode: readonly (readonly number[])[] }): ReactNode {
  const { t } = useTranslation('topology');
  const columns = nodeColumns(words, onPick);
  const rows = named(nodeRows(network, byNode), text, ({ name, city = '' }) => `${name} ${city}`);
  return (
    <Table
      label={words.field('nodes')}
      columns={columns}
      rows={rows}
      first={{ by: 'state', down: false }}
      selected={selected}
      empty={t('nothing')}
    />
  );
}

export function LinkTable({ network, words, text, selected, onPick }: Props): ReactNode {
  const { t } = useTranslation('topology');
  const columns = linkColumns(words, onPick, { link: t('link'), unlimited: t('unlimited') });
  const all = network.links.from.flatMap((_, index) => linkRow(network, index) ?? []);
  const rows = named(all, text, ({ from, to, topology }) => `${from.name} ${to.name} ${topology?.name ?? ''}`);
  return (
    <Table
      label={words.field('links')}
      columns={columns}
      rows={rows}
      first={{ by: 'state', down: false }}
      selected={selected}
      empty={t('nothing')}
    />
  );
}

function limitText(limit: number | undefined, unlimited: string): string {
  return limit === undefined ? '–' : limit === 0 ? unlimited : `${limit} Mbps`;
}

function nodeColumns(words: Words, onPick: (index: number) => void): Column<NodeRow>[] {
  return [
    {
      key: 'name',
      title: words.field('nodes[].name'),
      cell: ({ name, index }) => (
        <button type="button" className="link" onClick={() => onPick(index)}>
          {name}
        </button>
      ),
    },
    {
      key: 'state',
      title: words.field('nodes[].state'),
      cell: ({ state, kind, gap }) => (
        <>
          <NodeSign state={state} kind={kind} /> {words.state(state)}
          {gap !== undefined && <small> {words.gap(gap)}</small>}
        </>
      ),
    },
    { key: 'alarms', title: words.field('nodes[].alarms'), number: true, cell: ({ alarms }) => alarms },
    { key: 'load', title: words.field('nodes[].load'), number: true, cell: ({ load }) => formatValue(load, '%') },
    { key: 'latency', title: words.field('nodes[].latency'), number: true, cell: ({ latency }) => formatValue(latency, 'ms') },
    { key: 'loss', title: words.field('nodes[].loss'), number: true, cell: ({ loss }) => formatValue(loss, '%') },
    { key: 'links', title: words.field('links'), number: true, cell: ({ links }) => links },
    { key: 'kind', title: words.field('nodes[].kind'), cell: ({ kind }) => words.kind(kind) },
    { key: 'city', title: words.field('nodes[].city'), cell: ({ city }) => city ?? '–' },
  ];
}

function linkColumns(words: Words, onPick: (index: number) => void, own: { link: string; unlimited: string }): Column<LinkRow>[] {
  return [
    {
      key: 'from',
      title: own.link,
      cell: ({ from, to, index }) => (
        <button type="button" className="link" onClick={() => onPick(index)}>
          {from.name} – {to.name}
        </button>
      ),
    },
    {
      key: 'state',
      title: words.field('links.state'),
      cell: ({ state, gap }) => (
        <>
          <LinkSign state={state} /> {words.state(state)}
          {gap !== undefined && <small> {words.gap(gap)}</small>}
        </>
      ),
    },
    { key: 'load', title: words.field('links.load'), number: true, cell: ({ load }) => formatValue(load, '%') },
    { key: 'latency', title: words.field('links.latency'), number: true, cell: ({ latency }) => formatValue(latency, 'ms') },
    { key: 'loss', title: words.field('links.loss'), number: true, cell: ({ loss }) => formatValue(loss, '%') },
    { key: 'topology', title: words.field('links.topology'), cell: ({ topology, kind }) => topology?.name ?? words.link(kind) },
    {
      key: 'rateLimit',
      title: words.field('topologies[].rateLimit'),
      number: true,
      cell: ({ rateLimit }) => limitText(rateLimit, own.unlimited),
    },
  ];
}
