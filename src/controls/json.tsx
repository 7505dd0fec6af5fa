import { useTranslation } from 'react-i18next';
import type { Json } from '#domain/model.ts';
import { useDelayedText } from '#controls/text/text-control.tsx';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from './control.ts';
import './control.css';

/** Any JSON value as text: what no other control fits. A text that is no JSON is not handed on. */
export function JsonInput({ id, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const draft = useDelayedText({
    value,
    show: (shown) => (shown === undefined ? '' : JSON.stringify(shown, null, 2)),
    read: (text) => parsed(text).value ?? (text.trim() === '' ? undefined : value),
    onChange,
  });
  const problem = parsed(draft.text).problem;
  return (
    <div>
      <textarea
        id={id}
        className="wx-input wx-area wx-mono"
        rows={Math.min(16, Math.max(4, draft.text.split('\n').length))}
        value={draft.text}
        disabled={disabled}
        spellCheck={false}
        aria-invalid={invalid || problem !== undefined || undefined}
        aria-required={required || undefined}
        aria-describedby={[describedBy, problem ? `${id}-json` : undefined].filter(Boolean).join(' ') || undefined}
        onChange={(event) => draft.type(event.target.value)}
        onBlur={() => {
          if (problem === undefined) draft.settle();
          onBlur?.();
        }}
      />
      {problem && (
        <div id={`${id}-json`} className="wx-bad" role="status">
          {t('json.invalid', { problem })}
        </div>
      )}
    </div>
  );
}

function parsed(text: string): { value?: Json; problem?: string } {
  if (text.trim() === '') return {};
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : '' };
  }
}

export const examples: Example[] = [
  { name: 'json', field: exampleField('extra', { kind: 'json' }), value: { retries: 3, hosts: ['a', 'b'] } },
];
