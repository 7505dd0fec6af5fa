import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useWorkspace } from '#api/workspace.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { Icon, iconNamed } from '#ui/icon.tsx';
import type { MenuGroup } from '#app/base/navigation.ts';

const key = 'wan.menu.closed';

/** A group of pages; closed ones are remembered. A group of one page is that page. */
export function NavGroup({ group }: { group: MenuGroup }): ReactNode {
  const { language } = useWorkspace();
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(() => closedGroups().includes(group.name));
  const id = useId();
  const [only] = group.entries;
  if (only !== undefined && group.entries.length === 1) {
    return (
      <li>
        <PageLink entry={only} icon={group.name} />
      </li>
    );
  }
  const holdsCurrent = group.entries.some((entry) => entry.path === pathname);
  const toggle = (): void => {
    const others = closedGroups().filter((name) => name !== group.name);
    localStorage.setItem(key, JSON.stringify(closed ? others : [...others, group.name]));
    setClosed(!closed);
  };
  return (
    <li>
      <button
        type="button"
        className="nav-group"
        aria-expanded={!closed}
        aria-controls={id}
        data-current={holdsCurrent && closed}
        onClick={toggle}
      >
        <Icon name={iconNamed(group.name)} />
        <span>{group.title[language]}</span>
        <Icon name="chevron" size={14} />
      </button>
      <ul id={id} hidden={closed}>
        {group.entries.map((entry) => (
          <li key={entry.path}>
            <PageLink entry={entry} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function PageLink({ entry, icon }: { entry: NavigationEntry; icon?: string }): ReactNode {
  const { language } = useWorkspace();
  const link = useRef<HTMLAnchorElement>(null);
  const isOpen = useLocation().pathname === entry.path;
  // who came by another way than the menu finds his place in it
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <NavLink ref={link} to={entry.path} className={icon === undefined ? 'nav-link' : 'nav-link nav-top'}>
      {icon !== undefined && <Icon name={iconNamed(icon)} />}
      <span>{entry.title[language]}</span>
    </NavLink>
  );
}

function closedGroups(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
