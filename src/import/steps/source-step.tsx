import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { STEP_NAMESPACES, withMessages } from '#form/load-messages.ts';
import type { Field } from '#domain/model.ts';
import { FileButton } from '#ui/file-button.tsx';
import type { WholeScope } from '#resource/scope.ts';
import { Formats } from './formats.tsx';
import { type FileFormat, saveSheets } from '#import/file/save-file.ts';
import { templateOf } from '#import/check/template.ts';

const TemplateSource = lazy(() =>
  chunk(() => withMessages(import('#import/template/template-source.tsx'), STEP_NAMESPACES)).then((module) => ({
    default: module.TemplateSource,
  })),
);

type Props = { scope: WholeScope; root: Field; error: string | undefined; onRead: (file: Blob) => void };

/** A file, or what was copied from a spreadsheet. */
export function SourceStep({ scope, root, error, onRead }: Props) {
  const { t } = useTranslation('resource');
  const id = useId();
  const [text, setText] = useState('');
  const [over, setOver] = useState(false);
  const [byTemplate, setByTemplate] = useState(false);
  const take = (file: File | undefined): void => {
    if (file) onRead(file);
  };
  const template = (format: FileFormat): void => {
    void saveSheets(format, templateOf(root, scope.labels), `${scope.resource.file}-template`);
  };
  return (
    <div className="rb">
      {error !== undefined && (
        <p className="rb-error" role="alert">
          {error}
        </p>
      )}
      <p>{t('import.hint')}</p>
      <Formats label={t('import.template')} onFormat={template} />
      <label
        className="ri-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <span>{t('import.choose')}</span>
        <FileButton label={t('import.file')} accept=".csv,.tsv,.txt,.xlsx,text/csv" onFile={take}>
          {t('shell:ui.chooseFile')}
        </FileButton>
      </label>
      <label htmlFor={id}>{t('import.paste')}</label>
      <textarea
        id={id}
        className="input ri-paste"
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="rb-buttons">
        <button type="button" className="btn btn-primary" disabled={text.trim() === ''} onClick={() => onRead(new Blob([text]))}>
          {t('import.next')}
        </button>
      </div>
      <details className="ri-template" onToggle={(event) => setByTemplate(event.currentTarget.open)}>
        <summary>{t('import.byTemplate')}</summary>
        {byTemplate && (
          <Suspense fallback={null}>
            <TemplateSource scope={scope} root={root} onRead={onRead} />
          </Suspense>
        )}
      </details>
    </div>
  );
}
