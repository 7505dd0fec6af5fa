import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import { asObject } from '#domain/json.ts';
import type { DiagnosisTask } from '#generated/client/schemas.ts';
import { CellOf } from '#resource/cell-of.tsx';
import { fieldAt, fieldLabel, rowField } from '#resource/fields.ts';
import type { DiagnosisModel } from './diagnosis-model.ts';

const SHOWN = ['siteId', 'target', 'state', 'brokenAt', 'latency', 'lossRate', 'createdBy'];

type Props = { tasks: readonly DiagnosisTask[]; shown: string | undefined; known: DiagnosisModel; onShow: (id: string) => void };

/** The ways that were walked last; each can be looked at again. */
export function History({ tasks, shown, known, onShow }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const { language } = useWorkspace();
  const { labels, resource } = known;
  const root = rowField(resource);
  const at = fieldAt(root, 'createdAt');
  const fields = SHOWN.flatMap((name) => fieldAt(root, name) ?? []);
  const scope = { labels, language };
  return (
    <section className="panel" aria-label={t('walk.history')}>
      <header className="panel-head">
        <h2>{t('walk.history')}</h2>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="panel-table" tabIndex={0} role="region" aria-label={t('walk.history')}>
        <table>
          <thead>
            <tr>
              {[at, ...fields].map(
                (field) =>
                  field && (
                    <th key={field.name} scope="col">
                      {fieldLabel(labels, field)}
                    </th>
                  ),
              )}
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => {
              const { id = '' } = task;
              const row = asObject(task);
              return (
                <tr key={id} aria-current={id === shown || undefined}>
                  <td>
                    <button type="button" className="walk-link" onClick={() => onShow(id)}>
                      {at && <CellOf field={at} value={row[at.name]} row={row} scope={scope} />}
                    </button>
                  </td>
                  {fields.map((field) => (
                    <td key={field.name}>
                      <CellOf field={field} value={row[field.name]} row={row} scope={scope} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        {tasks.length === 0 && <p className="panel-empty">{t('walk.none')}</p>}
      </div>
    </section>
  );
}
