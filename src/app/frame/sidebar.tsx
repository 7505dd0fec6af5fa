import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { config } from '#api/config.ts';
import { useModel } from '#api/model.ts';
import { useViewer } from '#api/viewer.ts';
import { Icon } from '#ui/icon.tsx';
import { menu } from '#app/base/navigation.ts';
import { Logo } from '#app/base/logo.tsx';
import { NavGroup } from './nav-group.tsx';
import { useProduct } from './product.ts';
import type { SidebarState } from './use-sidebar.ts';
import './sidebar.css';

export function Sidebar({ sidebar }: { sidebar: SidebarState }): ReactNode {
  const { t } = useTranslation('shell');
  const product = useProduct();
  const { foreign } = config();
  const model = useModel();
  const viewer = useViewer();
  const groups = useMemo(() => menu(model, viewer), [model, viewer]);
  const panel = useRef<HTMLElement>(null);
  const over = sidebar.open && sidebar.narrow;
  useEffect(() => {
    if (over) panel.current?.focus();
  }, [over]);
  if (!sidebar.open) return null;
  return (
    <>
      {over && <div className="side-backdrop" onClick={sidebar.close} aria-hidden="true" />}
      <aside
        id="sidebar"
        className="sidebar"
        ref={panel}
        tabIndex={-1}
        aria-label={product}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && over) sidebar.close();
        }}
      >
        <div className="side-head">
          <Link className="brand" to="/" aria-label={`${product} · ${t('nav.home')}`}>
            {!foreign && <Logo />}
            <span>{product}</span>
          </Link>
          {over && (
            <button type="button" className="side-close" aria-label={t('nav.close')} onClick={sidebar.close}>
              <Icon name="close" />
            </button>
          )}
        </div>
        <nav className="side-nav" aria-label={t('nav.label')}>
          <ul>
            {groups.map((group) => (
              <NavGroup key={group.name} group={group} />
            ))}
          </ul>
        </nav>
        <p className="side-foot">{foreign ? foreign.version : t('version', { version: __VERSION__, date: __BUILD_DATE__ })}</p>
      </aside>
    </>
  );
}
