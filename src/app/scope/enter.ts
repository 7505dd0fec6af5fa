import { useLocation, useNavigate } from 'react-router';
import { readContext, setContext, type Company } from '#api/context.ts';
import { useModel } from '#api/model.ts';
import { useUser } from '#api/user.ts';
import type { Mode } from '#domain/model.ts';
import { contextOf, sightIn } from './modes.ts';
import { pathInMode } from '#app/frame/navigation.ts';
import { switchContext } from './switch-context.ts';

/** Goes on in that company; undefined is the view of all companies. */
export function useEnterCompany(): (company: Company | undefined) => void {
  const model = useModel();
  const user = useUser();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (company) => {
    const mode: Mode = company === undefined ? 'global' : 'company';
    const path = pathInMode(model, sightIn(model, user, mode, company?.auditType), pathname);
    const next = company === undefined ? { mode } : { mode, company };
    void switchContext(navigate, path, () => setContext(next, user.username));
  };
}

/** Goes on in that mode: in channel mode with the first channel, in company mode with the last company, else the first one. */
export function useEnterMode(): (mode: Mode) => Promise<void> {
  const model = useModel();
  const user = useUser();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return async (mode) => {
    if (mode === readContext().mode) return;
    const context = await contextOf(mode, user);
    const path = pathInMode(model, sightIn(model, user, mode, context.company?.auditType), pathname);
    await switchContext(navigate, path, () => setContext(context, user.username));
  };
}
