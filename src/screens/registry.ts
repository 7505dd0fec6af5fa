import type { ComponentType } from 'react';
import type { FormPage } from '#domain/form-layout.ts';
import { CHART_NAMESPACES, FORM_NAMESPACES, TOPOLOGY_NAMESPACES, withMessages } from '#form/load-messages.ts';

/** Bespoke screens by the name that the navigation gives them, each one loaded when it is opened. */
export const screens: Record<string, () => Promise<{ Screen: ComponentType }>> = {
  dashboard: () => withMessages(import('#screens/dashboard/index.tsx'), CHART_NAMESPACES),
  'batch-import': () => withMessages(import('#screens/batch-import/index.tsx')),
  topology: () => withMessages(import('#screens/topology/index.tsx'), [...FORM_NAMESPACES, ...CHART_NAMESPACES, ...TOPOLOGY_NAMESPACES]),
  walk: () => withMessages(import('#screens/walk/index.tsx'), [...FORM_NAMESPACES, ...CHART_NAMESPACES]),
  preview: () => withMessages(import('#screens/widget-preview/index.tsx')),
};

/** What is drawn of a document beside its form, by the name that the contract gives it. */
export const besides: Record<NonNullable<FormPage['beside']>, () => Promise<{ Beside: ComponentType }>> = {
  sitePicture: () => import('#screens/site-picture/index.tsx'),
};
