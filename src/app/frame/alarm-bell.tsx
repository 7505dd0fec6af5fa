import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useWorkspace } from '#api/workspace.ts';
import { subscribeAlerts } from '#api/live.ts';
import { useModel } from '#api/model.ts';
import { isOpen, useViewer } from '#api/viewer.ts';
import { Icon } from '#ui/icon.tsx';
import { pages } from './navigation.ts';
import { openOverlay } from '#app/overlays/overlays.ts';

const alarmPage = '/alarm';
/** What the badge counts. */
const counted = '?f.status=firing&f.attention=due';

/** The number of firing alarms, live. Leads to the alarm page; where the mode has none, to a drawer that shows them (decision 5). */
export function AlarmBell(): ReactNode {
  const { t } = useTranslation('shell');
  const { companyId, mode } = useWorkspace();
  const model = useModel();
  const viewer = useViewer();
  const [seen, setSeen] = useState<{ companyId: string | undefined; total: number }>();
  useEffect(() => subscribeAlerts(companyId, (total) => setSeen({ companyId, total })), [companyId]);
  const entry = pages(model).find((page) => page.path === alarmPage);
  // what another company had is no word on this one
  const total = seen?.companyId === companyId ? (seen?.total ?? 0) : 0;
  // the name says what is seen
  const shown = total > 99 ? '99+' : total;
  const label = total === 0 ? t('alarm.none') : t('alarm.label', { shown });
  const content = (
    <>
      <Icon name="alarm" />
      {total > 0 && (
        <span className="badge" aria-hidden="true">
          {shown}
        </span>
      )}
    </>
  );
  if (entry !== undefined && isOpen(entry, viewer)) {
    return (
      <Link className="top-button bell" to={alarmPage + counted} aria-label={label} title={label}>
        {content}
      </Link>
    );
  }
  if (entry !== undefined && viewer.open(entry) && !entry.modes.includes(mode)) {
    return (
      <button type="button" className="top-button bell" aria-label={label} title={label} onClick={() => openOverlay('alarms')}>
        {content}
      </button>
    );
  }
  return (
    <span className="top-button bell" role="img" aria-label={label} title={label}>
      {content}
    </span>
  );
}
