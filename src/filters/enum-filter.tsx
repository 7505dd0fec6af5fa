import { listed } from '#api/language.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '#domain/model.ts';
import { moveFocus, Popup } from '#ui/popup.tsx';
import { enumLabel } from '#cells/labels.ts';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';
import '#controls/control.css';
import './enum-filter.css';

type Option = { value: Exclude<Json, object | null>; label: string };

/** Options beyond which one searches. */
const FEW = 8;

/** One value, or any of several where the parameter takes several. */
export function EnumFilter(props: ControlProps) {
  const { field, labels } = props;
  const item = field.kind === 'array' ? field.items : undefined;
  const named = (item ?? field).names === undefined ? undefined : labels.enums[field.path];
  const values = (item ?? field).values ?? Object.keys(named ?? {});
  const options = values.flatMap((value): Option[] => {
    if (value === null || typeof value === 'object') return [];
    const own = enumLabel(labels, field, value);
    return [{ value, label: own === String(value) && item ? enumLabel(labels, item, value) : own }];
  });
  return item ? <AnyOf {...props} options={options} /> : <OneOf {...props} options={options} />;
}

type OptionsProps = ControlProps & { options: Option[] };

function OneOf({ id, value, onChange, disabled, required, options }: OptionsProps) {
  const { t } = useTranslation('widgets');
  return (
    <select
      id={id}
      className="wx-input caret"
      disabled={disabled}
      required={required}
      value={options.findIndex((option) => option.value === value)}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
    >
      <option value={-1}>{required ? '' : t('any')}</option>
      {options.map((option, index) => (
        <option key={String(option.value)} value={index}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** What is chosen stands on the button; its panel has a box for each value. */
function AnyOf({ id, value, onChange, disabled, options }: OptionsProps) {
  const { t } = useTranslation('widgets');
  const chosen = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const words = [...new Set(options.filter((option) => chosen.includes(option.value)).map(({ label }) => label))];
  const text = listed(words);
  return (
    <Popup
      role="dialog"
      id={id}
      labelledBy={`${id}-label`}
      holdsValue
      className="wx-input caret wx-picker"
      disabled={disabled}
      button={
        <>
          <span title={text || undefined}>{text || t('any')}</span>
          {words.length > 1 && <span aria-hidden="true">{words.length}</span>}
        </>
      }
    >
      {() => (
        <Boxes
          options={options}
          chosen={chosen}
          onChoose={(next) =>
            onChange(next.length === 0 ? undefined : options.flatMap((each) => (next.includes(each.value) ? [each.value] : [])))
          }
        />
      )}
    </Popup>
  );
}

type BoxesProps = { options: Option[]; chosen: Json[]; onChoose: (next: Json[]) => void };

function Boxes({ options, chosen: before, onChoose }: BoxesProps) {
  const { t } = useTranslation('widgets');
  // its own while it is open: the page's answer may come after the next box
  const [chosen, setChosen] = useState(before);
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().toLowerCase();
  const shown = text === '' ? options : options.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(text));
  // one word may stand for several values: an operation that exists in several scopes
  const words = Map.groupBy(shown, ({ label }) => label);
  const put = (next: Json[]): void => {
    setChosen(next);
    onChoose(next);
  };
  return (
    <div className="wx-boxes" onKeyDown={moveFocus}>
      {options.length > FEW && (
        <input
          type="search"
          className="wx-input"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      <div>
        {[...words].map(([label, same]) => {
          const values: Json[] = same.map(({ value }) => value);
          return (
            <label key={label}>
              <input
                type="checkbox"
                checked={values.some((value) => chosen.includes(value))}
                onChange={({ target }) => put(target.checked ? [...chosen, ...values] : chosen.filter((other) => !values.includes(other)))}
              />
              {label}
            </label>
          );
        })}
      </div>
      <p className="wx-note" role="status">
        {shown.length === 0 ? t('relation.none') : ''}
      </p>
      {/* not disabled when nothing is left to clear: it has the focus then */}
      <button type="button" className="btn" aria-disabled={chosen.length === 0} onClick={() => put([])}>
        {t('clear')}
      </button>
    </div>
  );
}

const states = exampleField('', { values: ['firing', 'resolved'] });
const protocols = exampleField('', { values: ['ICMP', 'IGMP', 'TCP', 'UDP', 'GRE', 'ESP', 'AH', 'EIGRP', 'OSPF'] });

export const examples: Example[] = [
  { name: 'enum filter', field: exampleField('status', { kind: 'array', items: states }), value: ['firing'] },
  { name: 'enum filter, many', field: exampleField('protocol', { kind: 'array', items: protocols }), value: ['TCP', 'UDP'] },
  { name: 'enum filter, one', field: exampleField('state', { values: ['firing', 'resolved'] }), value: 'firing' },
];
