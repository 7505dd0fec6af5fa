import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import './field.css';

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  /** What is wrong with it; read out with the field. */
  problem?: string | undefined;
  hint?: string | undefined;
  input?: Ref<HTMLInputElement>;
};

/** A labelled text field of a dialog, with its problem below. */
export function Field({ label, problem, hint, input, ...own }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="input"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-problem ${id}-hint`}
        {...own}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
