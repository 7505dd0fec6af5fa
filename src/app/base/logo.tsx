import type { ReactNode } from 'react';

/** The product's mark: one hub, three sites. */
export function Logo({ size = 28 }: { size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#0f7f89" />
      <path d="M16 16 8.5 9.5M16 16l7.5-6.5M16 16v8.5" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <circle cx="16" cy="16" r="3.4" fill="#5fe0d4" />
      <circle cx="8" cy="9" r="2.6" fill="#fff" />
      <circle cx="24" cy="9" r="2.6" fill="#fff" />
      <circle cx="16" cy="25" r="2.6" fill="#fff" />
    </svg>
  );
}
