import { chunk } from '#api/chunk.ts';
import { deferred } from '#ui/deferred.tsx';
import type { CallHeadersProps } from './header-fields.tsx';
import type { ParentFieldsProps } from './parent-fields.tsx';

/** What a page cannot do without, above its rows. */
export const ParentFields = deferred<ParentFieldsProps>(() =>
  chunk(() => import('./parent-fields.tsx')).then((module) => module.ParentFields),
);

/** Headers without which a call is not made, above its form. */
export const CallHeaders = deferred<CallHeadersProps>(() => import('./header-fields.tsx').then((module) => module.CallHeaderFields));
