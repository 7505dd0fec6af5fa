import type { Json } from '#domain/model.ts';
import { enumLabel } from '#cells/labels.ts';
import { ManySelect } from './many-select.tsx';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

const FEW = 8;

/** Any of several values: boxes to tick while they are few, else a list. */
export function MultiEnum({ id, field, labels, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const item = field.items ?? field;
  const chosen = Array.isArray(value) ? value : [];
  // a value that the contract does not list may be allowed all the same: it is shown, and goes only when it is unticked
  const options = [...new Set([...(item.values ?? []), ...chosen])].filter(
    (each): each is string | number | boolean => each !== null && typeof each !== 'object',
  );
  const word = (each: Json): string => {
    const own = enumLabel(labels, item, each);
    return own === String(each) ? enumLabel(labels, field, each) : own;
  };
  const put = (next: Json[]): void => onChange(next.length === 0 && !required ? undefined : options.filter((each) => next.includes(each)));
  if (options.length <= FEW) {
    return (
      <div className="wx-dots" role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} onBlur={onBlur}>
        {options.map((each, index) => (
          <label key={String(each)} className="wx-dot">
            <input
              type="checkbox"
              id={index === 0 ? id : undefined}
              aria-label={word(each)}
              aria-invalid={invalid || undefined}
              checked={chosen.includes(each)}
              disabled={disabled}
              onChange={(event) => put(event.target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))}
            />
            <span>{word(each)}</span>
          </label>
        ))}
      </div>
    );
  }
  return (
    <ManySelect
      id={id}
      chosen={chosen}
      options={options.map((each) => ({ value: each, label: word(each) }))}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      onChange={put}
      onBlur={onBlur}
    />
  );
}

export const examples: Example[] = [
  {
    name: 'multiple enum, few',
    field: exampleField('days', { kind: 'array', items: exampleField('', { kind: 'integer', values: [1, 2, 3, 4, 5, 6, 7] }) }),
    value: [1, 2, 3],
  },
  {
    name: 'multiple enum, many',
    field: exampleField('protocols', {
      kind: 'array',
      items: exampleField('', { values: ['ICMP', 'IGMP', 'TCP', 'UDP', 'GRE', 'ESP', 'AH', 'EIGRP', 'OSPF'] }),
    }),
    value: ['TCP', 'UDP'],
  },
];
