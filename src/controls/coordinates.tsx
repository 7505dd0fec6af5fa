import { useTranslation } from 'react-i18next';
import type { Json } from '#domain/model.ts';
import { tidy } from '#domain/formats/format.ts';
import { TextControl } from '#controls/text/text-control.tsx';
import { useLatest } from '#ui/use-latest.ts';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from './control.ts';

/** `longitude,latitude` as two inputs. Both pasted into one of them find their places. */
export function Coordinates({ id, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const [longitude = '', latitude = ''] = textOf(value).split(',');
  const latest = useLatest([longitude, latitude]);
  const put = (index: 0 | 1) => (part: Json | undefined) => {
    const text = textOf(part);
    const next = text.includes(',') ? text.split(',').map((each) => each.trim()) : latest.current.with(index, text);
    latest.current = next;
    onChange(next.every((each) => each === '') ? undefined : next.join(','));
  };
  const shared = { onBlur, disabled, invalid, required, describedBy, inputMode: 'decimal' as const, autoComplete: 'off', show: textOf };
  const read = (text: string): Json | undefined => tidy(text).replaceAll('，', ',') || undefined;
  return (
    <div className="wx-row" role="group" aria-labelledby={`${id}-label`}>
      <TextControl
        {...shared}
        id={id}
        label={t('coordinates.longitude')}
        placeholder={t('coordinates.longitude')}
        value={longitude}
        read={read}
        onChange={put(0)}
        suffix="°E"
      />
      <TextControl
        {...shared}
        id={`${id}-latitude`}
        label={t('coordinates.latitude')}
        placeholder={t('coordinates.latitude')}
        value={latitude}
        read={read}
        onChange={put(1)}
        suffix="°N"
      />
    </div>
  );
}

export const examples: Example[] = [
  { name: 'coordinates', field: exampleField('location', { format: 'coordinates' }), value: '121.4737,31.2304' },
];
