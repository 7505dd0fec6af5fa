import type { InputHTMLAttributes, ReactNode } from 'react';
import type { Format } from '#domain/formats/format.ts';
import type { Json } from '#domain/model.ts';
import { TextControl } from './text-control.tsx';
import { textOf } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

type Props = ControlProps &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'placeholder' | 'autoComplete' | 'type'> & {
    format?: Format;
    suffix?: ReactNode;
    className?: string;
  };

/** A technical value on one line: what is typed becomes the format's canonical spelling when the field is left. */
export function FormatText({
  format,
  field,
  labels: _labels,
  label: _label,
  document: _document,
  pointer: _pointer,
  errors: _errors,
  ...props
}: Props) {
  const example = props.placeholder ?? (field.example === undefined || field.example === null ? undefined : textOf(field.example));
  return (
    <TextControl
      {...props}
      placeholder={example}
      show={textOf}
      spellCheck={false}
      autoComplete={props.autoComplete ?? 'off'}
      read={(text) => readText(text, format)}
    />
  );
}

export function readText(text: string, format?: Format): Json | undefined {
  return text === '' ? undefined : (format?.normalise?.(text) ?? text);
}
