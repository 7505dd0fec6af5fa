import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useModel } from '#api/model.ts';
import type { NavigationEntry } from '#domain/model.ts';
import { useViewer } from '#api/viewer.ts';
import { notify } from '#ui/notify.ts';
import { Empty } from '#ui/empty.tsx';
import { Page } from '#ui/page.tsx';
import { groupTarget, landing } from '#app/base/navigation.ts';
import { isSwitching } from '#app/scope/switch-workspace.ts';

/** `/` and everything unknown lead to the start page of the mode. */
export function Landing(): ReactNode {
  const model = useModel();
  const viewer = useViewer();
  const target = useMemo(() => landing(model, viewer), [model, viewer]);
  // in the old mode it would lead back to where the operator came from
  if (isSwitching()) return null;
  return target === undefined ? <NoPages /> : <Navigate to={target} replace />;
}

/** A group's address: its redirect or first visible page; a group of which nothing is open is as unknown as any other address. */
export function GroupLanding({ name }: { name: string }): ReactNode {
  const model = useModel();
  const viewer = useViewer();
  const target = groupTarget(model, viewer, name);
  return target === undefined ? <Landing /> : <Navigate to={target} replace />;
}

/** A known page that is not open here: to the start page, with a word on why. */
export function NotAllowed({ entry }: { entry: NavigationEntry }): ReactNode {
  const { t } = useTranslation('shell');
  const { mode } = useViewer();
  const reason = entry.modes.includes(mode) ? 'noRouteRight' : 'noRouteMode';
  const switching = isSwitching();
  useEffect(() => {
    if (!switching) notify.info(t('noRoute', { reason: t(reason) }));
  }, [t, switching, reason]);
  // the new page is here a moment before the mode that opens it
  return switching ? null : <Landing />;
}

/** The operator's role opens nothing at all in this mode. */
export function NoPages(): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('noPages.title')}>
      <Empty title={t('noPages.hint')} />
    </Page>
  );
}
