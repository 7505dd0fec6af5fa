import { useLocation, useNavigate } from 'react-router';
import { readWorkspace, setWorkspace, type Company } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import { useUser } from '#api/user.ts';
import type { Mode } from '#domain/model.ts';
import { workspaceOf, viewerIn } from './modes.ts';
import { pathInMode } from '#app/base/navigation.ts';
import { switchWorkspace } from './switch-workspace.ts';

/** Goes on in that company; undefined is the view of all companies. */
export function useEnterCompany(): (company: Company | undefined) => void {
  const model = useModel();
  const user = useUser();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (company) => {
    const mode: Mode = company === undefined ? 'global' : 'company';
    const path = pathInMode(model, viewerIn(model, user, mode, company?.auditType), pathname);
    const next = company === undefined ? { mode } : { mode, company };
    void switchWorkspace(navigate, path, () => setWorkspace(next, user.username));
  };
}

/** Goes on in that mode: in channel mode with the first channel, in company mode with the last company, else the first one. */
export function useEnterMode(): (mode: Mode) => Promise<void> {
  const model = useModel();
  const user = useUser();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return async (mode) => {
    if (mode === readWorkspace().mode) return;
    const next = await workspaceOf(mode, user);
    const path = pathInMode(model, viewerIn(model, user, mode, next.company?.auditType), pathname);
    await switchWorkspace(navigate, path, () => setWorkspace(next, user.username));
  };
}
