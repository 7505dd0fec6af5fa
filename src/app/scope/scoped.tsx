import type { ReactNode } from 'react';
import { holdsAny } from '#api/can.ts';
import { useUser } from '#api/user.ts';

/** The scope directive of spec section 6: its content is not there unless the operator holds one of the scopes. */
export function Scoped({ scopes, children }: { scopes: readonly string[]; children: ReactNode }): ReactNode {
  return holdsAny(useUser(), scopes) ? children : null;
}
