import type { ReactNode } from 'react';

/** The page's title with its tools; on a tab the title is the tab's and stays for screen readers only. */
export function PageHead({ title, heading, children }: { title: string; heading: string | true | undefined; children?: ReactNode }) {
  return (
    <header className="rp-head" data-tab={heading === undefined || undefined}>
      <h1 className={heading === undefined ? 'rt-hidden' : undefined}>{typeof heading === 'string' ? heading : title}</h1>
      <span>{children}</span>
    </header>
  );
}
