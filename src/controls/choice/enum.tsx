import { useTranslation } from 'react-i18next';
import { currentUser } from '#api/user.ts';
import type { Json } from '#domain/model.ts';
import { Combobox } from '#ui/combobox.tsx';
import { enumLabel } from '#cells/labels.ts';
import { readNumber } from '#controls/number/number.tsx';
import { Segments, type Option } from './segments.tsx';
import { TextControl } from '#controls/text/text-control.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

const FEW = 4;
const SHORT = 44;

/** One of a few values as buttons, of many as a list; where other values are allowed, a text with suggestions. */
export function EnumInput(props: ControlProps) {
  const { field } = props;
  if (field.open) return <OpenEnum {...props} />;
  const options = grantableOnly(optionsOf(props), props);
  const width = options.reduce((sum, option) => sum + widthOf(option.label) + 3, 0);
  const asList = field.widget === 'select' || options.length > FEW || width > SHORT;
  if (!asList || field.widget === 'radio') return <Segments {...props} options={options} />;
  return <EnumSelect {...props} options={options} />;
}

function EnumSelect({ value, onChange, options, ...props }: ControlProps & { options: Option[] }) {
  const { t } = useTranslation('widgets');
  const { id, onBlur, disabled, invalid, required, describedBy } = props;
  return (
    <Combobox
      id={id}
      labelledBy={`${id}-label`}
      describedBy={describedBy}
      options={options.map(({ label }) => label)}
      chosen={options.findIndex((option) => option.value === value)}
      placeholder={t('choose')}
      clearable={!required}
      disabled={disabled}
      invalid={invalid}
      required={required}
      onChoose={(index) => onChange(index === undefined ? undefined : options[index]?.value)}
      onBlur={onBlur}
    />
  );
}

function OpenEnum({ id, field, labels, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const shared = { id, value, onChange, onBlur, disabled, invalid, required, describedBy };
  return (
    <>
      <TextControl
        {...shared}
        list={`${id}-list`}
        autoComplete="off"
        show={textOf}
        read={field.kind === 'text' ? (text) => text || undefined : readNumber}
      />
      <datalist id={`${id}-list`}>
        {(field.values ?? []).map((each) => (
          <option key={String(each)} value={String(each)}>
            {enumLabel(labels, field, each)}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** What the operator may give, and what is there already. */
function grantableOnly(options: Option[], { field, value }: Pick<ControlProps, 'field' | 'value'>): Option[] {
  const grantable: readonly Json[] | undefined = field.grantable && currentUser()?.[field.grantable];
  return grantable ? options.filter((option) => grantable.includes(option.value) || option.value === value) : options;
}

function optionsOf({ field, labels }: Pick<ControlProps, 'field' | 'labels'>): Option[] {
  return (field.values ?? [])
    .filter((each): each is string | number | boolean => each !== null && typeof each !== 'object')
    .map((each) => ({ value: each, label: enumLabel(labels, field, each) }));
}

/** Chinese characters take two columns. */
function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0);
}

export const examples: Example[] = [
  { name: 'enum, few', field: exampleField('protocol', { values: ['tcp', 'udp', 'icmp'] }), value: 'udp' },
  {
    name: 'enum, many',
    field: exampleField('status', { values: ['UNCONFIGURED', 'CONFIGURED', 'ONLINE', 'EXCEPTION', 'TEMPORARYOFFLINE', 'OFFLINE'] }),
    value: 'ONLINE',
  },
  { name: 'enum, numbers', field: exampleField('number', { kind: 'integer', values: [1, 2, 6, 17, 47, 50] }), value: 6 },
  { name: 'enum, open', field: exampleField('period', { values: ['day', 'week'], open: true }), value: 'fortnight' },
];
