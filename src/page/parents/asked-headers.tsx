import type { ReactNode } from 'react';
import { chunk } from '#api/chunk.ts';
import { deferred } from '#ui/deferred.tsx';
import type { AskedHeadersProps } from './header-fields.tsx';

const HeaderFields = deferred<AskedHeadersProps>(() => chunk(() => import('./header-fields.tsx')).then((module) => module.HeaderFields));

/** Headers without which a call is not made, above its form. */
export function AskedHeaders(props: AskedHeadersProps): ReactNode {
  return props.operation?.asked ? <HeaderFields {...props} /> : null;
}
