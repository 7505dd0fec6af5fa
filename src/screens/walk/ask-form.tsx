import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { filterFor } from '#filters/registry.ts';
import { asNumber, asObject, asText } from '#domain/json.ts';
import { createDiagnosisTask } from '#generated/client/diagnosis.ts';
import type { DiagnosisTask } from '#generated/client/schemas.ts';
import { fieldAt, fieldLabel, rowField } from '#resource/fields.ts';
import type { DiagnosisModel } from './diagnosis-model.ts';

type Props = { known: DiagnosisModel; companyId: string; task: DiagnosisTask | undefined; onStarted: (id: string) => void };

/** From which site to what. It begins with what was asked last. */
export function AskForm({ known, companyId, task, onStarted }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const id = useId();
  const [siteId, setSite] = useState(task?.siteId ?? '');
  const [target, setTarget] = useState(task?.target ?? '');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const { labels, resource } = known;
  const [site, portField] = ['siteId', 'port'].map((name) => fieldAt(rowField(resource), name));
  const [port, setPort] = useState(asNumber(asObject(task)['port']) ?? asNumber(portField?.default));
  if (!site || !portField) return null;
  const Site = filterFor({ ...site, kind: 'text' });
  const start = async (): Promise<void> => {
    setError(undefined);
    setBusy(true);
    try {
      const { data } = await createDiagnosisTask(companyId, { siteId, kind: 'walk', target, ...(port === undefined ? {} : { port }) });
      onStarted(data.id ?? '');
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="panel walk-ask"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <span className="walk-field" data-wide>
        <label id={`${id}-site-label`} htmlFor={`${id}-site`}>
          {fieldLabel(labels, site)}
        </label>
        <Site
          id={`${id}-site`}
          field={site}
          label={fieldLabel(labels, site)}
          labels={labels}
          value={siteId}
          onChange={(value) => setSite(asText(value) ?? '')}
        />
      </span>
      <span className="walk-field" data-wide>
        <label htmlFor={`${id}-target`}>{t('walk.target')}</label>
        <input
          id={`${id}-target`}
          className="input"
          value={target}
          placeholder="erp.example.com"
          onChange={(event) => setTarget(event.target.value.trim())}
        />
      </span>
      <span className="walk-field">
        <label htmlFor={`${id}-port`}>{fieldLabel(labels, portField)}</label>
        <input
          id={`${id}-port`}
          className="input"
          type="number"
          min={portField.limits?.minimum}
          max={portField.limits?.maximum}
          value={port ?? ''}
          onChange={({ target: { value } }) => setPort(value === '' ? undefined : Number(value))}
        />
      </span>
      <button type="submit" className="btn btn-primary" disabled={busy || siteId === '' || target === ''}>
        {t('walk.start')}
      </button>
      {error !== undefined && (
        <p className="walk-error" role="alert">
          {errorMessage(error)}
        </p>
      )}
    </form>
  );
}
