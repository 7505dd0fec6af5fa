import { useTranslation } from 'react-i18next';
import { checkAddressRule } from '#domain/formats/address-rule.ts';
import { linesOf } from '#domain/formats/ip-list.ts';
import { formats } from '#domain/formats/registry.ts';
import type { Json } from '#domain/model.ts';
import { afterPress } from '#controls/after-press.ts';
import { useDelayedText } from '#controls/text/text-control.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';
import '#controls/control.css';

const LISTED = 5;

/** One value a line, with numbered lines; the value is an array, or one text with line ends where the schema says text. */
export function LineList({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const format = formats[field.items?.format ?? ''];
  const check = format?.check ?? checkAddressRule;
  const read = (text: string): Json | undefined => {
    const lines = linesOf(text).map((line) => line.trim());
    if (lines.every((line) => line === '')) return undefined;
    if (field.kind !== 'array') return lines.join('\n');
    return lines.filter((line) => line !== '').map((line) => format?.normalise?.(line) ?? line);
  };
  const draft = useDelayedText({
    value,
    onChange,
    read,
    show: (shown) => (Array.isArray(shown) ? shown.map(textOf).join('\n') : textOf(shown)),
  });
  const lines = draft.text.split('\n');
  const bad = lines.flatMap((line, index) => (line.trim() !== '' && check(line.trim()) ? [{ line: index + 1, value: line.trim() }] : []));
  const badLines = new Set(bad.map((each) => each.line));
  return (
    <div>
      <div className="wx-input wx-numbered" aria-invalid={invalid || bad.length > 0 || undefined} style={{ height: 'auto' }}>
        <ol aria-hidden>
          {lines.map((_, index) => (
            <li key={index} data-bad={badLines.has(index + 1) || undefined}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          id={id}
          className="wx-mono"
          rows={Math.max(4, lines.length)}
          value={draft.text}
          disabled={disabled}
          spellCheck={false}
          aria-invalid={invalid || bad.length > 0 || undefined}
          aria-required={required || undefined}
          aria-describedby={[describedBy, `${id}-lines`].filter(Boolean).join(' ')}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={() => {
            afterPress(() => draft.settle());
            onBlur?.();
          }}
        />
      </div>
      <div id={`${id}-lines`} className={bad.length ? 'wx-bad' : 'wx-note'} aria-live="polite">
        {bad.length === 0
          ? t('lines', { count: lines.filter((line) => line.trim() !== '').length })
          : bad.slice(0, LISTED).map((each) => <div key={each.line}>{t('badLine', each)}</div>)}
        {bad.length > LISTED && <div>{t('moreBad', { count: bad.length - LISTED })}</div>}
      </div>
    </div>
  );
}

export const examples: Example[] = [
  {
    name: 'ip list',
    field: exampleField('whitelist', { kind: 'array', items: exampleField('', { format: 'ip' }) }),
    value: ['10.0.0.1', '10.0.0.2', '10.0.0.999'],
  },
  { name: 'ip list as text', field: exampleField('hosts', { format: 'ip-list' }), value: '10.0.0.0/24\n10.1.0.1-10.1.0.9' },
];
