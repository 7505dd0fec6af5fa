import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useModel } from '#api/model.ts';
import { itemAddress, listAddress, useViewer } from '#api/viewer.ts';
import { Icon } from '#ui/icon.tsx';
import type { Network } from './network.ts';
import { type LinkRow, linkRow } from './rows.ts';
import { LinkSign, NodeSign } from './state-sign.tsx';
import { figure, type Words } from './use-words.ts';

type Common = { network: Network; words: Words; onNode: (index: number) => void; onClose: () => void };

const MOST_LISTED = 60;

/** A node with what is known of it, where that stands, and what it is joined to. */
export function NodeDetails({
  network,
  node: index,
  links,
  words,
  onNode,
  onClose,
  onPath,
}: Common & { node: number; links: readonly number[]; onPath: (end: 'from' | 'to', id: string) => void }): ReactNode {
  const { t } = useTranslation('topology');
  const model = useModel();
  const viewer = useViewer();
  const node = network.nodes[index];
  if (!node) return null;
  const isSite = node.kind !== 'pop';
  const rows = links.flatMap((link) => linkRow(network, link) ?? []);
  const address = itemAddress(model, viewer, isSite ? 'Site' : 'Pop', node.id);
  const alarms = isSite
    ? listAddress(model, viewer, 'Alert', { 'f.status': 'firing', 'f.attention': 'due', 'f.neId': node.id })
    : undefined;
  return (
    <Card
      title={
        <>
          <NodeSign state={node.state} kind={node.kind} /> {node.name}
        </>
      }
      label={node.name}
      onClose={onClose}
    >
      <dl className="topology-facts">
        <Fact name={words.field('nodes[].state')}>
          {words.state(node.state)}
          {node.gap !== undefined && <small> {words.gap(node.gap)}</small>}
        </Fact>
        <Fact name={words.field('nodes[].kind')}>{words.kind(node.kind)}</Fact>
        {node.city !== undefined && <Fact name={words.field('nodes[].city')}>{node.city}</Fact>}
        {isSite && (
          <>
            <Fact name={words.field('nodes[].alarms')}>
              {alarms === undefined ? node.alarms : <Link to={alarms}>{node.alarms}</Link>}
              {node.severity !== undefined && <small> {words.severity(node.severity)}</small>}
            </Fact>
            <Fact name={words.field('nodes[].load')}>{figure(node.load, '%', node.gap, words)}</Fact>
            <Fact name={words.field('nodes[].latency')}>{figure(node.latency, 'ms', node.gap, words)}</Fact>
            <Fact name={words.field('nodes[].loss')}>{figure(node.loss, '%', node.gap, words)}</Fact>
          </>
        )}
      </dl>
      <p className="topology-ways">
        {address !== undefined && <Link to={address}>{t(isSite ? 'openSite' : 'openPop')}</Link>}
        {isSite && <Link to={`/deviceStatus?tab=quality&q.siteId=${encodeURIComponent(node.id)}`}>{t('openMonitoring')}</Link>}
        {isSite && (
          <>
            <button type="button" className="link" onClick={() => onPath('from', node.id)}>
              {t('pathFrom')}
            </button>
            <button type="button" className="link" onClick={() => onPath('to', node.id)}>
              {t('pathTo')}
            </button>
          </>
        )}
      </p>
      <h3>{t('linksOf', { count: rows.length })}</h3>
      <ul className="topology-links">
        {rows.slice(0, MOST_LISTED).map((row) => {
          const other = row.from.id === node.id ? row.to : row.from;
          return (
            <li key={row.index}>
              <LinkSign state={row.state} />
              <button type="button" className="link" onClick={() => onNode(network.nodes.indexOf(other))}>
                {other.name}
              </button>
              <small>
                {words.state(row.state)} · {row.topology?.name ?? words.link(row.kind)}
              </small>
            </li>
          );
        })}
      </ul>
      {rows.length > MOST_LISTED && <p className="topology-none">{t('further', { count: rows.length - MOST_LISTED })}</p>}
    </Card>
  );
}

/** A link with its ends, what makes it and what was measured at them. */
export function LinkDetails({ network, link, words, onNode, onClose }: Common & { link: number }): ReactNode {
  const { t } = useTranslation('topology');
  const model = useModel();
  const viewer = useViewer();
  const row = linkRow(network, link);
  if (!row) return null;
  const topology = row.topology && itemAddress(model, viewer, 'Topology', row.topology.id);
  return (
    <Card
      title={
        <>
          <LinkSign state={row.state} /> {nameOf(row)}
        </>
      }
      label={nameOf(row)}
      onClose={onClose}
    >
      <dl className="topology-facts">
        {([row.from, row.to] as const).map((end, index) => (
          <Fact key={end.id} name={words.field(index === 0 ? 'links.from' : 'links.to')}>
            <button type="button" className="link" onClick={() => onNode(network.nodes.indexOf(end))}>
              {end.name}
            </button>
          </Fact>
        ))}
        <Fact name={words.field('links.state')}>{words.state(row.state)}</Fact>
        <Fact name={words.field('links.kind')}>{words.link(row.kind)}</Fact>
        {row.topology && (
          <>
            <Fact name={words.field('links.topology')}>
              {topology === undefined ? row.topology.name : <Link to={topology}>{row.topology.name}</Link>}
              <small> {words.type(row.topology.type)}</small>
            </Fact>
            <Fact name={words.field('topologies[].rateLimit')}>
              {row.topology.rateLimit === 0 ? t('unlimited') : `${row.topology.rateLimit} Mbps`}
            </Fact>
            <Fact name={words.field('topologies[].elasticBandwidth')}>{row.topology.elasticBandwidth} %</Fact>
          </>
        )}
        <Fact name={words.field('links.load')}>{figure(row.load, '%', row.gap, words)}</Fact>
        <Fact name={words.field('links.latency')}>{figure(row.latency, 'ms', row.gap, words)}</Fact>
        <Fact name={words.field('links.loss')}>{figure(row.loss, '%', row.gap, words)}</Fact>
      </dl>
      <p className="topology-hint">{t('measuredAt')}</p>
    </Card>
  );
}

function nameOf({ from, to }: LinkRow): string {
  return `${from.name} – ${to.name}`;
}

type CardProps = { title: ReactNode; label: string; onClose: () => void; children: ReactNode };

function Card({ title, label, onClose, children }: CardProps): ReactNode {
  const { t } = useTranslation('topology');
  return (
    <section className="topology-details" aria-label={label}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="topology-close" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </header>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
