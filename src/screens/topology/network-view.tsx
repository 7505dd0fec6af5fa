import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type SetURLSearchParams } from 'react-router';
import { useModel } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import { Failure, Skeleton } from '#resource/states.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { Icon } from '#ui/icon.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { LinkDetails, NodeDetails } from './details.tsx';
import { type LayoutKind, layoutKinds } from './layout.ts';
import { foldableCities, folded, foldedCity } from './fold.ts';
import { Legend } from './legend.tsx';
import { linksByNode, linksOfPath, type Network } from './network.ts';
import { PathPanel } from './path-panel.tsx';
import { type Camera, type Picked, Picture } from './picture.tsx';
import { named } from './rows.ts';
import type { Marks, Scene } from './scene.ts';
import { summaryOf } from './summary.ts';
import { LinkTable, NodeTable } from './tables.tsx';
import { useLand } from './use-land.ts';
import { useLayout } from './use-layout.ts';
import { type PathQuery, useNetwork, usePath } from './use-network.ts';
import { type Words, wordsOf } from './use-words.ts';

type Props = { search: URLSearchParams; setSearch: SetURLSearchParams };

const ZOOM = 1.4;

/** What is shown stands in the address: a picture can be sent to somebody. */
export function NetworkView({ search, setSearch }: Props): ReactNode {
  const { t } = useTranslation('topology');
  const chosen = search.get('topology') ?? undefined;
  const all = useNetwork(undefined);
  const found = useNetwork(chosen);
  const words = useMemo(() => found.labels && wordsOf(found.labels), [found.labels]);
  if (found.error !== undefined) return <Failure error={found.error} onRetry={found.retry} />;
  if (!found.data || !words) return <Skeleton lines={12} label={t('loading')} />;
  return (
    <Shown network={found.data} topologies={all.data?.topologies ?? []} words={words} at={found.at} search={search} setSearch={setSearch} />
  );
}

type ShownProps = Props & { network: Network; topologies: Network['topologies']; words: Words; at: number | undefined };

function Shown({ network: whole, topologies, words, at, search, setSearch }: ShownProps): ReactNode {
  const { t } = useTranslation('topology');
  const model = useModel();
  const viewer = useViewer();
  const id = useId();
  const camera = useRef<Camera>(null);
  const [text, setText] = useState('');
  const [link, setLink] = useState<number>();
  const change = useCallback(
    (values: Record<string, string | undefined>): void =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const kind: LayoutKind = layoutKinds.find((each) => each === search.get('layout')) ?? 'hubs';
  const side = search.get('side') ?? 'nodes';
  const folds = search.get('fold') ?? '';
  const hidden = useMemo(() => new Set(kind === 'clusters' ? folds.split('|').filter(Boolean) : []), [kind, folds]);
  const network = useMemo(
    () => (hidden.size === 0 ? whole : folded(whole, hidden, (city, count) => t('cluster', { name: city, count }))),
    [whole, hidden, t],
  );
  const fold = (cities: Iterable<string>): void => {
    const next = [...cities].join('|');
    change({ fold: next === '' ? undefined : next, node: undefined });
    setLink(undefined);
  };
  const laid = useLayout(network, kind);
  const land = useLand(kind === 'places' ? 'fine' : undefined);
  const byNode = useMemo(() => linksByNode(network), [network]);
  const positions = useMemo(() => new Map(network.nodes.map((node, index) => [node.id, index])), [network]);
  const node = positions.get(search.get('node') ?? '');
  const chosenCity = node === undefined ? undefined : foldableCities(whole).find((city) => city === network.nodes[node]?.city);
  const asked: Partial<PathQuery> = {
    ...optional('from', search.get('from')),
    ...optional('to', search.get('to')),
    ...optional('protocol', search.get('protocol')),
    ...optional('dstPort', search.get('port')),
    ...optional('application', search.get('application')),
  };
  const { from, to } = asked;
  const path = usePath(side === 'path' && from !== undefined && to !== undefined ? { ...asked, from, to } : undefined);
  const scene = useMemo(
    (): Scene | undefined =>
      laid && {
        network,
        layout: laid.layout,
        land: laid.kind === 'places' ? land : undefined,
        groupName: (key, size) => {
          if (laid.kind !== 'clusters') return key < 0 ? t('noHub') : '';
          const city = laid.cities[key];
          // a folded city is called as its node is: by how many it stands for
          const own = network.nodes.find((each) => city !== undefined && foldedCity(each) === city);
          return own?.name ?? t('cluster', { name: city ?? t('noCity'), count: size });
        },
        aside: t('aside', { count: laid.layout.aside?.size ?? 0 }),
      },
    [laid, network, land, t],
  );
  const marks = useMemo((): Marks => {
    const answer = path.data;
    return {
      node,
      links: link !== undefined ? [link] : node === undefined ? [] : (byNode[node] ?? []),
      path: answer && {
        answer,
        links: linksOfPath(network, answer),
        nodes: answer.hops.flatMap(({ siteId }) => positions.get(siteId) ?? []),
      },
    };
  }, [node, link, byNode, path.data, network, positions]);

  const pick = (picked: Picked): void => {
    const chosen = picked && 'node' in picked ? network.nodes[picked.node] : undefined;
    const city = chosen && foldedCity(chosen);
    if (city !== undefined) return fold([...hidden].filter((each) => each !== city));
    setLink(picked && 'link' in picked ? picked.link : undefined);
    change({ node: picked && 'node' in picked ? network.nodes[picked.node]?.id : undefined });
  };
  const focusNode = (index: number): void => {
    pick({ node: index });
    const near = (byNode[index] ?? []).flatMap((each) => [network.links.from[each] ?? index, network.links.to[each] ?? index]);
    camera.current?.show(near.length > 0 && near.length <= 60 ? [index, ...near] : [index]);
  };
  const focusLink = (index: number): void => {
    pick({ link: index });
    camera.current?.show([network.links.from[index] ?? 0, network.links.to[index] ?? 0]);
  };
  const matches = text === '' ? [] : named([...network.nodes.entries()], text, ([, { name, city = '' }]) => `${name} ${city}`);
  const onSearchKey = (event: KeyboardEvent): void => {
    const [first] = matches;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first) return;
    event.preventDefault();
    focusNode(first[0]);
  };
  const create = listAddress(model, viewer, 'Topology', { new: '1' });
  return (
    <div className="topology">
      <div className="topology-bar">
        <div className="topology-layouts" role="group" aria-label={t('layout')}>
          {layoutKinds.map((each) => (
            <button key={each} type="button" className="btn" aria-pressed={each === kind} onClick={() => change({ layout: each })}>
              {t(`layouts.${each}`)}
            </button>
          ))}
        </div>
        {kind === 'clusters' && (
          <div className="topology-layouts" role="group" aria-label={t('foldHint')}>
            <button type="button" className="btn" title={t('foldHint')} onClick={() => fold(foldableCities(whole))}>
              {t('foldAll')}
            </button>
            {chosenCity !== undefined && (
              <button type="button" className="btn" onClick={() => fold([...hidden, chosenCity])}>
                {t('fold', { city: chosenCity })}
              </button>
            )}
            {hidden.size > 0 && (
              <button type="button" className="btn" onClick={() => fold([])}>
                {t('unfoldAll')}
              </button>
            )}
          </div>
        )}
        <div className="topology-field">
          <label className="visually-hidden" id={`${id}-topology-label`} htmlFor={`${id}-topology`}>
            {words.field('topologies')}
          </label>
          <Combobox
            id={`${id}-topology`}
            labelledBy={`${id}-topology-label`}
            options={topologies.map(({ name }) => name)}
            chosen={topologies.findIndex((each) => each.id === search.get('topology'))}
            onChoose={(index) => change({ topology: index === undefined ? undefined : topologies[index]?.id, node: undefined })}
            placeholder={t('allTopologies')}
            clearable
          />
        </div>
        <input
          className="input topology-search"
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onSearchKey}
          placeholder={t('search')}
          aria-label={t('search')}
        />
        <span role="status" className="topology-hint">
          {text === '' ? '' : matches.length === 0 ? t('nothing') : t('matches', { count: matches.length })}
        </span>
        <span className="topology-space" />
        {create !== undefined && (
          <Link className="btn" to={create}>
            <Icon name="plus" size={16} /> {t('create')}
          </Link>
        )}
      </div>
      <p id={`${id}-summary`} className="topology-summary">
        {summaryOf(whole, words, t)}
        {at !== undefined && <small> {t('updated', { at: formatDateTime(new Date(at).toISOString(), timeZone()) })}</small>}
      </p>
      {network.source === 'none' && <p className="topology-hint">{t('noTelemetry')}</p>}
      <div className="topology-body">
        <div className="topology-picture">
          <Picture
            scene={scene}
            shape={laid?.shape}
            marks={marks}
            label={t('label')}
            describedBy={`${id}-summary ${id}-keys`}
            onPick={pick}
            camera={camera}
          />
          <div className="topology-camera" role="group" aria-label={t('camera')}>
            <button type="button" className="btn" aria-label={t('zoomIn')} onClick={() => camera.current?.zoom(ZOOM)}>
              +
            </button>
            <button type="button" className="btn" aria-label={t('zoomOut')} onClick={() => camera.current?.zoom(1 / ZOOM)}>
              −
            </button>
            <button type="button" className="btn" onClick={() => camera.current?.fit()}>
              {t('fit')}
            </button>
          </div>
          <Legend words={words} />
          <p id={`${id}-keys`} className="topology-hint">
            {t('keys')}
          </p>
          {network.source === 'demo' && <p className="topology-hint">{t('demo')}</p>}
        </div>
        <div className="topology-side">
          {node !== undefined && (
            <NodeDetails
              network={network}
              node={node}
              links={byNode[node] ?? []}
              words={words}
              onNode={focusNode}
              onClose={() => pick(undefined)}
              onPath={(end, site) => change({ [end]: site, side: 'path' })}
            />
          )}
          {node === undefined && link !== undefined && (
            <LinkDetails network={network} link={link} words={words} onNode={focusNode} onClose={() => pick(undefined)} />
          )}
          <Tabs
            label={t('beside')}
            shown={side}
            onShow={(next) => change({ side: next })}
            tabs={[
              { key: 'nodes', label: words.field('nodes') },
              { key: 'links', label: words.field('links') },
              { key: 'path', label: t('path') },
            ]}
          >
            {side === 'path' ? (
              <PathPanel
                network={network}
                asked={asked}
                found={path}
                onAsk={(next) =>
                  change(Object.fromEntries(Object.entries(next).map(([name, value]) => [name === 'dstPort' ? 'port' : name, value])))
                }
                onNode={(site) => {
                  const index = positions.get(site);
                  if (index !== undefined) focusNode(index);
                }}
              />
            ) : side === 'links' ? (
              <LinkTable network={network} words={words} text={text} selected={link} onPick={focusLink} />
            ) : (
              <NodeTable network={network} byNode={byNode} words={words} text={text} selected={node} onPick={focusNode} />
            )}
          </Tabs>
        </div>
      </div>
    </div>
  );
}

function optional<Name extends string>(name: Name, value: string | null): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  if (value !== null && value !== '') found[name] = value;
  return found;
}

function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
