import type { ReactNode } from 'react';
import './file-button.css';

type Props = {
  /** What stands on the button; a browser's own words follow its language, not the console's. */
  children: ReactNode;
  /** Accessible name of the input. */
  label: string;
  accept?: string | undefined;
  disabled?: boolean | undefined;
  id?: string;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  onFile: (file: File) => void;
  onBlur?: (() => void) | undefined;
};

/** A file input that looks and reads like a button. */
export function FileButton({ children, label, accept, disabled, id, describedBy, invalid, required, onFile, onBlur }: Props): ReactNode {
  return (
    <span className="btn file-button" data-disabled={disabled || undefined}>
      {children}
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
        onBlur={onBlur}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // the same file may be chosen again after it was mended
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </span>
  );
}
