import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useWorkspace } from '#api/workspace.ts';
import { subscribeAlerts } from '#api/live.ts';
import { useModel } from '#api/model.ts';
import { isOpen, useViewer } from '#api/viewer.ts';
import { Icon } from '#ui/icon.tsx';
import { MenuButton, type MenuItem } from '#ui/menu-button.tsx';
import { pages } from '#app/base/navigation.ts';
import { openOverlay } from '#app/base/overlays.ts';

const alarmPage = '/alarm';
/** So long after its first sight a page is left alone (ms). */
const IDLE = 1500;
/** What the badge counts. */
const counted = '?f.status=firing&f.attention=due';

const causes = '?tab=AlarmCause';
/** Nothing waits for it: it is loaded once the page has nothing else to do, and where it does not come there is no sound. */
const AlarmSound = lazy(() =>
  import('#app/alarm/alarm-sound.tsx').then(
    (module) => ({ default: module.AlarmSound }),
    () => ({ default: () => null }),
  ),
);

/** The bell, what else there is about alarms, and their sound. */
export function Alarms(): ReactNode {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const model = useModel();
  const viewer = useViewer();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIdle(true), IDLE);
    return () => window.clearTimeout(timer);
  }, []);
  const entry = pages(model).find((page) => page.path === alarmPage);
  const isThere = entry !== undefined && isOpen(entry, viewer);
  const to = (key: string, address: string) => ({ key, label: t(`alarm.${key}`), onSelect: () => void navigate(address) });
  const items = (): MenuItem[] => [
    ...(isThere ? [to('all', alarmPage + counted), to('causes', alarmPage + causes)] : []),
    soundItem(t('alarm.sound.open')),
  ];
  return (
    <>
      <AlarmBell />
      <span className="top-wide">
        <MenuButton label={t('alarm.menu')} className="top-button bell-menu" items={items}>
          <Icon name="chevron" size={12} />
        </MenuButton>
      </span>
      {isIdle && (
        <Suspense fallback={null}>
          <AlarmSound />
        </Suspense>
      )}
    </>
  );
}

/** What the menu of the bell has, and that of a phone. */
export function soundItem(label: string): MenuItem {
  return { key: 'sound', label, onSelect: () => openOverlay('alarmSound') };
}

/** Whether alarms concern who looks at all, in whatever mode. */
export function useHearsAlarms(): boolean {
  const [model, viewer] = [useModel(), useViewer()];
  const entry = pages(model).find((page) => page.path === alarmPage);
  return entry !== undefined && viewer.open(entry);
}

/** The number of firing alarms, live. Leads to the alarm page; where the mode has none, to a drawer that shows them (decision 5). */
function AlarmBell(): ReactNode {
  const { t } = useTranslation('shell');
  const { companyId, mode } = useWorkspace();
  const model = useModel();
  const viewer = useViewer();
  const [seen, setSeen] = useState<{ companyId: string | undefined; total: number | undefined }>();
  useEffect(() => subscribeAlerts(companyId, (total) => setSeen({ companyId, total })), [companyId]);
  const entry = pages(model).find((page) => page.path === alarmPage);
  // what another company had is no word on this one
  const isKnown = seen !== undefined && seen.companyId === companyId;
  const total = isKnown ? seen.total : undefined;
  // the name says what is seen; that nobody counts is not that there are none
  const shown = total === undefined ? '?' : total > 99 ? '99+' : total;
  const label = total === undefined ? t('alarm.unknown') : total === 0 ? t('alarm.none') : t('alarm.label', { shown });
  const content = (
    <>
      <Icon name="alarm" />
      {isKnown && total !== 0 && (
        <span className="badge" data-unknown={total === undefined || undefined} aria-hidden="true">
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
