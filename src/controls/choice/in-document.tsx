import { listed } from '#api/language.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { child } from '#domain/pointer.ts';
import type { Json } from '#domain/model.ts';
import { ListSelect } from '#ui/list-select.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import { useDocumentValue, type ControlProps } from '#controls/control.ts';

/** One (or several) of the items that stand elsewhere in the same document; the options follow them as they are edited. */
export function InDocument({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const ref = field.ref ?? field.items?.ref;
  const source = ref && 'in' in ref ? ref : { in: '/', value: '' };
  const items = useDocumentValue(source.in);
  const options = useMemo(() => optionsOf(items, source.value), [items, source.value]);
  const list = field.kind === 'array';
  const chosen = list ? (Array.isArray(value) ? value : []) : value;
  const gone = (Array.isArray(chosen) ? chosen : [chosen]).filter(
    (each) => each !== undefined && each !== null && !options.some((option) => option.value === each),
  );
  return (
    <>
      <ListSelect
        id={id}
        style={{ width: '100%' }}
        {...(list ? { mode: 'multiple' as const } : {})}
        value={chosen ?? undefined}
        options={options}
        placeholder={t('choose')}
        notFoundContent={t('inDocument.empty')}
        allowClear={!required}
        disabled={disabled ?? false}
        showSearch={{ optionFilterProp: 'label' }}
        {...(invalid || gone.length ? { status: 'error' as const } : {})}
        aria-invalid={invalid || gone.length > 0 || undefined}
        aria-describedby={[describedBy, gone.length ? `${id}-gone` : undefined].filter(Boolean).join(' ') || undefined}
        onChange={(next: Json | undefined) => onChange(Array.isArray(next) && next.length === 0 && !required ? undefined : next)}
        onBlur={onBlur}
      />
      {gone.length > 0 && (
        <div id={`${id}-gone`} className="wx-bad">
          {t('inDocument.gone', { value: listed(gone.map(textOf)) })}
        </div>
      )}
    </>
  );
}

/** Items without the value, and repeated ones, are no option. */
function optionsOf(items: Json | undefined, property: string): { value: string | number; label: string }[] {
  const values = (Array.isArray(items) ? items : []).map((item) => (property === '' ? item : child(item, property)));
  return [...new Set(values)].flatMap((each) =>
    (typeof each === 'string' || typeof each === 'number') && each !== '' ? [{ value: each, label: String(each) }] : [],
  );
}

export const examples: Example[] = [
  { name: 'in-document picker', field: exampleField('interface', { ref: { in: '/wan', value: 'name' } }), value: 'WAN1' },
];
