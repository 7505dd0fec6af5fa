import { useMemo } from 'react';
import { canOpen } from '#api/can.ts';
import { useContext } from '#api/context.ts';
import { useModel } from '#api/model.ts';
import { useUser } from '#api/user.ts';
import type { Sight } from '#app/navigation.ts';

/** What the operator may see, here and now. */
export function useSight(): Sight {
  const model = useModel();
  const user = useUser();
  const { mode, auditType } = useContext();
  return useMemo(() => ({ mode, auditType, open: canOpen(model, user) }), [model, user, mode, auditType]);
}
