import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '#ui/file-button.tsx';
import { formatBytes } from '#domain/units/bytes.ts';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from './control.ts';
import './control.css';

/** Spec section 5: what is sent to the server as a file has at most 1 MB. */
const CAP = 1_048_576;

/** A file's content as base64 text. */
export function FileInput({ id, value, onChange, onBlur, disabled, invalid, required, describedBy, label }: ControlProps) {
  const { t } = useTranslation('widgets');
  const [chosen, setChosen] = useState<{ name: string; size: number } | undefined>(undefined);
  const [tooLarge, setTooLarge] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    setTooLarge(false);
    if (!file) return;
    if (file.size > CAP) {
      setTooLarge(true);
      return;
    }
    const content = await base64(file);
    setChosen({ name: file.name, size: file.size });
    onChange(content);
  };
  const has = textOf(value) !== '';
  return (
    <div className="wx-stack" style={{ gap: 4 }}>
      <FileButton
        id={id}
        label={label}
        disabled={disabled}
        invalid={invalid || tooLarge}
        required={required}
        describedBy={[describedBy, `${id}-file`].filter(Boolean).join(' ')}
        onFile={(file) => void take(file)}
        onBlur={onBlur}
      >
        {t('shell:ui.chooseFile')}
      </FileButton>
      <div id={`${id}-file`} className={tooLarge ? 'wx-bad' : 'wx-note'} role="status">
        {tooLarge
          ? t('file.tooLarge', { max: formatBytes(CAP) })
          : chosen && has
            ? t('file.chosen', { name: chosen.name, size: formatBytes(chosen.size) })
            : t('file.limit', { max: formatBytes(CAP) })}
        {has && !disabled && (
          <button
            type="button"
            className="wx-button"
            onClick={() => {
              setChosen(undefined);
              onChange(undefined);
            }}
          >
            {t('clear')}
          </button>
        )}
      </div>
    </div>
  );
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
}

export const examples: Example[] = [{ name: 'file', field: exampleField('certificate', { format: 'binary' }) }];
