import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { asArray, asNumber, asObject, asText, type JsonObject } from '#domain/json.ts';
import type { Labels } from '#domain/model.ts';
import { PlaceMap, type PlaceMark, type Tone } from '#map/place-map.tsx';

type Cluster = PlaceMark & {
  name: string;
  state: string;
  down: number;
  alarms: number;
  city: string | undefined;
  siteId: string | undefined;
};

const looks: Record<string, { tone: Tone; sign: string }> = {
  up: { tone: 'success', sign: '' },
  degraded: { tone: 'warning', sign: '! ' },
  down: { tone: 'danger', sign: '× ' },
  unknown: { tone: 'neutral', sign: '? ' },
};
/** Cities that a name says one by one. */
const NAMED = 3;

/** Where the sites are, and where something is wrong; each place leads to its sites. */
export function SiteMap({ answer, labels }: { answer: JsonObject; labels: Labels }): ReactNode {
  const { t } = useTranslation('charts');
  const title = labels.fields['clusters'] ?? '';
  const marks = asArray(answer['clusters']).map((each): Cluster => clusterOf(asObject(each)));
  const unplaced = asNumber(answer['unplaced']) ?? 0;
  const words = labels.enums['clusters[].state'] ?? {};
  const nameOf = (own: readonly Cluster[]): string => {
    const sum = (of: 'count' | 'down' | 'alarms'): number => own.reduce((total, each) => total + each[of], 0);
    const places = own.slice(0, NAMED).map(({ name }) => name);
    return t('dashboard.place', {
      places: places.join(t('dashboard.and')) + (own.length > NAMED ? t('dashboard.others', { count: own.length - NAMED }) : ''),
      count: sum('count'),
      state: words[own[0]?.state ?? ''] ?? '',
      down: sum('down'),
      alarms: sum('alarms'),
    });
  };
  return (
    <section className="panel" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
      </header>
      {marks.length === 0 ? (
        <p className="panel-empty">{t('dashboard.noPlaces')}</p>
      ) : (
        <PlaceMap label={title} marks={marks} nameOf={nameOf} toOf={sitesOf} />
      )}
      {unplaced > 0 && (
        <p className="panel-note">
          <Link to="/site?f.located=false">{t('dashboard.unplaced', { count: unplaced })}</Link>
        </p>
      )}
    </section>
  );
}

function clusterOf(row: JsonObject): Cluster {
  const [city, siteId, state] = [asText(row['city']), asText(row['siteId']), asText(row['state']) ?? 'unknown'];
  return {
    key: siteId ?? city ?? '',
    kind: city === undefined ? 'site' : 'city',
    name: asText(row['name']) ?? city ?? '',
    city,
    siteId,
    state,
    longitude: asNumber(row['longitude']) ?? 0,
    latitude: asNumber(row['latitude']) ?? 0,
    count: asNumber(row['sites']) ?? 0,
    down: asNumber(row['down']) ?? 0,
    alarms: asNumber(row['alarms']) ?? 0,
    ...(looks[state] ?? { tone: 'neutral' as const, sign: '' }),
  };
}

/** The list of the sites of these cities that are on the map; of sites without one, which are no mark with a city, those. */
function sitesOf(own: readonly Cluster[]): string {
  const narrowed = (name: string, values: readonly string[]): string =>
    values.map((value) => `f.${name}=${encodeURIComponent(value)}`).join('&');
  const cities = own.flatMap(({ city }) => city ?? []);
  if (cities.length > 0) return `/site?${narrowed('city', cities)}&f.located=true`;
  return `/site?${narrowed(
    'siteId',
    own.flatMap(({ siteId }) => siteId ?? []),
  )}`;
}
