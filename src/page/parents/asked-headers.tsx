import { deferred } from '#ui/deferred.tsx';
import type { AskedProps } from './header-fields.tsx';

/** Headers without which a call is not made, above its form. */
export const AskedHeaders = deferred<AskedProps>(() => import('./header-fields.tsx').then((module) => module.AskedHere));
