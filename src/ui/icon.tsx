import type { ReactNode } from 'react';
import { isKeyOf } from '#domain/json.ts';

const eye = 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6';

/** Line drawings on a 24-grid, so that no page needs an icon package. */
const drawings = {
  alarm: 'M6 9a6 6 0 1 1 12 0c0 6 2.5 7 2.5 7h-17S6 15 6 9M10 20a2.2 2.2 0 0 0 4 0',
  audit: 'M9 4h6v3H9zM15 5.5h3V20H6V5.5h3M9 14l2 2 4-4',
  left: 'M15 5l-7 7 7 7',
  building: 'M5 20V4h9v16M14 9h5v11M3 20h18M8 8h3M8 12h3M8 16h3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  compliance: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  configuration: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  delegate: 'M9 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M3 20c.6-3.6 3-5.5 6-5.5 1 0 2 .2 2.8.6M14 18h7M18 15l3 3-3 3',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  diagnosis: 'M3 12h4l2.5-7 5 14 2.5-7h4',
  firewall: 'M3 5h18v14H3zM3 9.7h18M3 14.3h18M9 5v4.7M15 9.7v4.6M9 14.3V19',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  language: 'M4 6h9M8.5 4v2M11 6c-.8 4-3.3 6.5-7 8M6 9c1 2.5 3 4.2 6 5M12.5 20L16.5 10l4 10M14 17h5',
  log: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  logout: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  menu: 'M4 6h16M4 12h16M4 18h16',
  'mobile-office': 'M7 3h10v18H7zM11 18h2',
  more: 'M5 11.5v1M12 11.5v1M19 11.5v1',
  monitor: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  moon: 'M20 14A8.5 8.5 0 1 1 10 4a6.8 6.8 0 0 0 10 10z',
  report: 'M4 4h16v12H4zM8 20h8M12 16v4M8 12l3-3 2 2 3-4',
  place: 'M12 21s-7-6.2-7-11.5a7 7 0 0 1 14 0C19 14.8 12 21 12 21M12 7.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6',
  'resource-planning': 'M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  tag: 'M4 4h8l8.5 8.5-8 8L4 12zM8 8v.1',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c.8-4 4-6 8-6s7.2 2 8 6',
  upgrade: 'M12 20V9M7 13l5-5 5 5M5 4h14',
  folder: 'M3 6h6l2 2.5h10V19H3z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6',
  columns: 'M4 5h16v14H4zM9.5 5v14M15 5v14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  right: 'M9 5l7 7-7 7',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  star: 'M12 4l2.5 5.2 5.7.8-4.1 4 1 5.6L12 17l-5.1 2.6 1-5.6-4.1-4 5.7-.8z',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  views: 'M6 4h12v16l-6-4-6 4z',
  eye,
  'eye-off': `${eye}M4 4l16 16`,
  minus: 'M5 12h14',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      // dots are lines of no length
      strokeWidth={name === 'grip' ? 3 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  );
}

/** The drawing of that name, or a folder: groups come from the contract and may be any. */
export function iconNamed(name: string): IconName {
  return isKeyOf(drawings, name) ? name : 'folder';
}
