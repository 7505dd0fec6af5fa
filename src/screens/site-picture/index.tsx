import type { TFunction } from 'i18next';
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Labels } from '#domain/model.ts';
import { errorsUnder } from '#form/engine/errors.ts';
import { reveal } from '#form/engine/layout.ts';
import { focusPointer } from '#form/focus.ts';
import { useDerived, useForm } from '#form/form-context.ts';
import {
  BOX,
  type Link,
  logicalPicture,
  type Part,
  physicalPicture,
  type Picture,
  placed,
  type Placed,
  WIDTH,
  type Words,
} from './picture.ts';
import './site-picture.css';

const views = { logical: logicalPicture, physical: physicalPicture } as const;
/** The site as it is being typed: a part leads to its field, and shows what is wrong there. */
export function Beside(): ReactNode {
  const { t } = useTranslation('steps');
  const { store, root, formId, labels } = useForm();
  const document = useDerived('', () => store.document());
  const [view, setView] = useState<keyof typeof views>('logical');
  const [open, setOpen] = useState(() => window.matchMedia('(min-width: 1360px)').matches);
  const errors = useSyncExternalStore(store.subscribeErrors, store.shownErrors);
  const picture = useMemo(() => views[view](document, wordsOf(t, labels)), [document, view, t, labels]);
  const wrongAt = ({ pointer, kind }: Part): string | undefined => {
    // a port is as wrong as anything in it
    const whole = kind === 'wan' || kind === 'lan' ? pointer.split('/').slice(0, 3).join('/') : pointer;
    return errorsUnder(errors, whole).find(({ level }) => level !== 'warn')?.message;
  };
  const go = ({ pointer }: Part): void => {
    reveal(root, store, pointer);
    focusPointer(formId, pointer);
  };
  return (
    <details className="sp" open={open} onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="site-picture">
      <summary>{t('picture.title')}</summary>
      <div className="sp-views" role="group" aria-label={t('picture.title')}>
        {(['logical', 'physical'] as const).map((each) => (
          <button key={each} type="button" className="btn btn-small" aria-pressed={view === each} onClick={() => setView(each)}>
            {t(`picture.${each}`)}
          </button>
        ))}
      </div>
      <Drawing picture={picture} label={t(`picture.${view}`)} wrongAt={wrongAt} onGo={go} />
      <details className="sp-words">
        <summary>{t('picture.asText')}</summary>
        <ul>
          {picture.rows.flat().map((part) => {
            const wrong = wrongAt(part);
            return (
              <li key={part.id}>
                <button type="button" className="wx-button" onClick={() => go(part)}>
                  {[part.title, part.detail].filter(Boolean).join(': ')}
                </button>
                {wrong !== undefined && <span className="wx-bad"> {t('picture.wrong', { message: wrong })}</span>}
              </li>
            );
          })}
        </ul>
      </details>
    </details>
  );
}

type DrawingProps = { picture: Picture; label: string; wrongAt: (part: Part) => string | undefined; onGo: (part: Part) => void };

/** For whoever sees it and points at it; the list of its parts says the same to everybody else. */
function Drawing({ picture, label, wrongAt, onGo }: DrawingProps): ReactNode {
  const { parts, height } = placed(picture);
  const at = new Map(parts.map((part) => [part.id, part]));
  return (
    <svg className="sp-drawing" viewBox={`-2 -2 ${WIDTH + 4} ${height + 4}`} role="img" aria-label={label}>
      {picture.links.map((link) => (
        <Line key={`${link.from} ${link.to}`} link={link} from={at.get(link.from)} to={at.get(link.to)} />
      ))}
      {parts.map((part) => {
        const wrong = wrongAt(part);
        return (
          // keys reach the same places through the list below
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
          <g
            key={part.id}
            className="sp-part"
            data-kind={part.kind}
            data-part={part.id}
            data-wrong={wrong !== undefined || undefined}
            onClick={() => onGo(part)}
          >
            <title>{[part.title, part.detail, wrong].filter(Boolean).join('\n')}</title>
            <rect x={part.x} y={part.y} width={BOX.width} height={BOX.height} rx="5" />
            <text x={part.x + BOX.width / 2} y={part.y + (part.detail === '' ? 24 : 17)} className="sp-name">
              {cut(part.title, 14)}
            </text>
            {part.detail !== '' && (
              <text x={part.x + BOX.width / 2} y={part.y + 31} className="sp-detail">
                {cut(part.detail, 15)}
              </text>
            )}
            {wrong !== undefined && (
              <text x={part.x + BOX.width - 9} y={part.y + 13} className="sp-mark">
                !
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Line({ link, from, to }: { link: Link; from: Placed | undefined; to: Placed | undefined }): ReactNode {
  if (!from || !to) return null;
  const beside = from.y === to.y;
  const [x1, y1] = beside ? [from.x + BOX.width, from.y + BOX.height / 2] : [from.x + BOX.width / 2, from.y + BOX.height];
  const [x2, y2] = beside ? [to.x, to.y + BOX.height / 2] : [to.x + BOX.width / 2, to.y];
  return <line className="sp-link" data-kind={link.kind} x1={x1} y1={y1} x2={x2} y2={y2} />;
}

/** Ideographs are twice as wide as letters. */
function cut(text: string, most: number): string {
  let width = 0;
  const fits = Array.from(text).filter((letter) => (width += /\p{Script=Han}/u.test(letter) ? 1.8 : 1) <= most);
  return fits.join('') === text ? text : `${fits.slice(0, -1).join('')}…`;
}

function wordsOf(t: TFunction<'steps'>, { enums }: Labels): Words {
  return {
    site: t('picture.words.site'),
    automatic: t('picture.words.automatic'),
    preferred: t('picture.words.preferred'),
    primary: t('picture.words.primary'),
    backup: t('picture.words.backup'),
    noDevice: t('picture.words.noDevice'),
    noWan: t('picture.words.noWan'),
    noLan: t('picture.words.noLan'),
    localSubnets: t('picture.words.localSubnets'),
    users: t('picture.words.users'),
    vpn: t('picture.words.vpn'),
    wifi: t('picture.words.wifi'),
    local: t('picture.words.local'),
    value: (property, value) => enums[`wan[].${property}`]?.[value] ?? value,
  };
}
