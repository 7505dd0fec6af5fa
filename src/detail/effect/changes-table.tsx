import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeQuery, useModel } from '#api/model.ts';
import { itemAddress, useViewer } from '#api/viewer.ts';
import type { Labels, Language } from '#domain/model.ts';
import { Icon } from '#ui/icon.tsx';
import { diff } from '#history/diff.ts';
import { comparedOf, DiffTable, visibleChanges } from '#history/diff-table.tsx';
import type { EffectChange } from './effect.ts';
import { Kind } from './kind.tsx';

type Props = { changes: readonly EffectChange[]; labels: Labels; language: Language };

/** What comes, changes and goes; each opens to its content, before and after. */
export function ChangesTable({ changes, labels, language }: Props) {
  const { t } = useTranslation('resource');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string): void =>
    setOpen((before) => (before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key])));
  return (
    <table className="re-table">
      <thead>
        <tr>
          <th scope="col">{labels.fields['changes[].kind']}</th>
          <th scope="col">{labels.fields['changes[].label']}</th>
          <th scope="col" data-align="end">
            {labels.fields['changes[].places']}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const key = `${change.kind} ${change.id}`;
          const isOpen = open.has(key);
          const has = change.before !== undefined || change.after !== undefined;
          return (
            <Fragment key={key}>
              <tr>
                <td>
                  <Kind of="changes" kind={change.kind} labels={labels} />
                </td>
                <th scope="row">
                  {has && (
                    <button
                      type="button"
                      className="rt-link re-open"
                      aria-expanded={isOpen}
                      aria-label={t('effect.content', { name: change.label })}
                      onClick={() => toggle(key)}
                    >
                      <Icon name={isOpen ? 'chevron' : 'right'} size={14} />
                    </button>
                  )}
                  <Name change={change} />
                </th>
                <td data-align="end">{change.places}</td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={3}>
                    <Content change={change} language={language} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Name({ change: { resource, id, label } }: { change: EffectChange }) {
  const { t } = useTranslation('resource');
  const address = itemAddress(useModel(), useViewer(), resource, id);
  if (label === undefined) return <span className="rd-none">{t('effect.unnamed')}</span>;
  if (address === undefined) return <>{label}</>;
  // the question stays open behind it
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {label}
    </a>
  );
}

function Content({ change, language }: { change: EffectChange; language: Language }) {
  const { t } = useTranslation('resource');
  const loaded = useQuery(wholeQuery(change.resource, language));
  if (!loaded.data) return null;
  const of = comparedOf({ ...loaded.data, language });
  const changes = diff(of.root, change.before ?? {}, change.after ?? {});
  return visibleChanges(of, changes).length > 0 ? (
    <DiffTable of={of} changes={changes} />
  ) : (
    <p className="rd-none">{t('effect.sameContent')}</p>
  );
}
