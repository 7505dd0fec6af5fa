import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatValue } from '#charts/format.ts';
import { asNumber, asObject, type JsonObject } from '#domain/json.ts';
import type { Labels } from '#domain/model.ts';
import { useEnumWords } from '#resource/use-enum-words.ts';
import type { TimeState } from '#time/time-state.ts';
import { measuredAt } from './leads-to.ts';

type Figure = { key: string; label: string; value: string; to: string; tone?: 'danger' | 'warning' | 'success' };

type Props = {
  answer: JsonObject;
  labels: Labels;
  /** What was measured, once it is known. */
  measured: { answer: JsonObject; labels: Labels } | undefined;
  time: TimeState;
};

/** What counts at a glance; each figure leads to the list of what it counts. */
export function Tiles({ answer, labels, measured, time }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const severities = useEnumWords('Alert', 'severity');
  const states = useEnumWords('Device', 'state');
  const [sites, alerts, devices] = [asObject(answer['sites']), asObject(answer['alerts']), asObject(answer['devices'])];
  const availability = asNumber(measured?.answer['availability']);
  const count = (of: JsonObject, name: string): number => asNumber(of[name]) ?? 0;
  const site = (name: string, tone: Figure['tone'], ...among: string[]): Figure => ({
    key: name,
    label: labels.fields[`sites.${name}`] ?? name,
    value: formatValue(count(sites, name), ''),
    to: `/site?${among.map((state) => `f.state=${state}`).join('&')}`,
    ...(tone && count(sites, name) > 0 ? { tone } : {}),
  });
  const groups: { title: string; figures: Figure[] }[] = [
    {
      title: labels.fields['alerts'] ?? '',
      figures: SEVERITIES.map(([name, tone]) => ({
        key: name,
        label: severities[name] ?? name,
        value: formatValue(count(alerts, name), ''),
        to: `/alarm?f.status=firing&f.attention=due&f.severity=${name}`,
        ...(count(alerts, name) > 0 ? { tone } : {}),
      })),
    },
    {
      title: labels.fields['sites'] ?? '',
      figures: [
        { key: 'total', label: labels.fields['sites.total'] ?? '', value: formatValue(count(sites, 'total'), ''), to: '/site' },
        site('unreachable', 'danger', 'OFFLINE', 'TEMPORARYOFFLINE'),
        site('neverReported', 'warning', 'UNCONFIGURED', 'CONFIGURED'),
      ],
    },
    {
      title: labels.fields['devices'] ?? '',
      figures: Object.keys(devices).map((name) => ({
        key: name,
        label: states[name] ?? name,
        value: formatValue(count(devices, name), ''),
        to: `/device?f.state=${encodeURIComponent(name)}`,
        ...(name === 'OFFLINE' || name === 'EXCEPTION' ? { tone: 'danger' as const } : {}),
      })),
    },
    {
      title: t('dashboard.quality'),
      figures: [
        {
          key: 'availability',
          label: measured?.labels.fields['availability'] ?? '',
          value: availability === undefined ? (measured ? '–' : '…') : formatValue(availability, '%'),
          to: measuredAt('/quality', time),
        },
      ],
    },
  ];
  return (
    <div className="tiles">
      {groups.map(({ title, figures }) => (
        <section key={title} className="tile" aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {figures.map(({ key, label, value, to, tone }) => (
              <li key={key}>
                <Link to={to} data-tone={tone}>
                  <b>{value}</b> {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const SEVERITIES = [
  ['Emergency', 'danger'],
  ['Critical', 'warning'],
  ['Warning', 'warning'],
] as const;
