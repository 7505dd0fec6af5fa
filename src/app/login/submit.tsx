import type { ReactNode } from 'react';

export function Submit({ busy, label, busyLabel = label }: { busy: boolean; label: string; busyLabel?: string }): ReactNode {
  return (
    <button type="submit" className="btn btn-primary login-submit" aria-disabled={busy}>
      {busy && <span className="spinner" aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  );
}
