import { useTranslation } from 'react-i18next';
import { TextControl } from '#controls/text/text-control.tsx';
import { textOf } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

type Props = ControlProps & {
  read: (text: string) => number | undefined;
  /** The value in words, where they say more than the number. */
  words: (value: number) => string;
};

/** A number in the field's unit that may be typed with another unit; what is unreadable stays for the validator to name. */
export function QuantityInput({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy, read, words }: Props) {
  const { t } = useTranslation('widgets');
  const shared = { id, value, onChange, onBlur, disabled, invalid, required };
  const said = typeof value === 'number' && value !== 0 ? words(value) : '';
  const noteId = `${id}-words`;
  return (
    <div>
      <TextControl
        {...shared}
        describedBy={[describedBy, said ? noteId : undefined].filter(Boolean).join(' ') || undefined}
        autoComplete="off"
        show={textOf}
        read={(text) => (text.trim() === '' ? undefined : (read(text) ?? text))}
        suffix={field.unit === undefined ? undefined : t(`unit.${field.unit}`)}
      />
      <div id={noteId} className="wx-note" hidden={said === ''}>
        {said && t('equals', { text: said })}
      </div>
    </div>
  );
}
