import type { ComponentType } from 'react';

/** Bespoke screens by the name that the navigation gives them, each one loaded when it is opened. */
export const screens: Record<string, () => Promise<{ Screen: ComponentType }>> = {
  dashboard: () => import('#screens/dashboard/index.tsx'),
  'batch-import': () => import('#screens/batch-import/index.tsx'),
  preview: () => import('#screens/widget-preview/index.tsx'),
};
