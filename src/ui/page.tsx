import type { ReactNode } from 'react';
import './page.css';

type PageProps = { title: ReactNode; description?: ReactNode; actions?: ReactNode; tabs?: ReactNode; children?: ReactNode };

/** A page inside the shell: heading, what it is about, what can be done, content. */
export function Page({ title, description, actions, tabs, children }: PageProps): ReactNode {
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-text">
          <h1>{title}</h1>
          {description !== undefined && <p className="page-description">{description}</p>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {tabs}
      {children}
    </div>
  );
}
