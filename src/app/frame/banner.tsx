import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chunk } from '#api/chunk.ts';
import { useLeftOut } from '#api/left-out.ts';
import { useConnection } from '#api/live.ts';
import { isSuperAdmin, useUser } from '#api/user.ts';
import { deferred } from '#ui/deferred.tsx';
import { notify } from '#ui/notify.ts';
import { useGetSystemConfig } from '#generated/client/upgrade.ts';
import './banner.css';

/** A connection that is back within this time was hardly gone. */
const patience = 2000;

const LeftOutBanner = deferred<object>(() => chunk(() => import('./left-out-banner.tsx')).then((module) => module.LeftOutBanner));
const TelemetryBanner = deferred<{ since: string }>(() =>
  chunk(() => import('./telemetry-banner.tsx')).then((module) => module.TelemetryBanner),
);

/** Under the top bar: the super administrator's mode, maintenance, a store of measurements or a network that is away. */
export function Banner(): ReactNode {
  const { t } = useTranslation('shell');
  const superAdmin = isSuperAdmin(useUser());
  const { data } = useGetSystemConfig();
  const trouble = useTrouble();
  const isPart = useLeftOut() !== undefined;
  const maintenance = data?.data.enable === false;
  const since = data?.data.telemetryDownSince;
  const note = maintenance ? (data.data.maintenanceNote ?? '') : '';
  return (
    <div className="banners" role="status">
      {(superAdmin || maintenance) && (
        <p className="banner" data-tone={maintenance ? 'warning' : 'info'}>
          {[superAdmin && t('banner.superAdmin'), maintenance && t('banner.maintenance'), note].filter(Boolean).join(t('banner.and'))}
        </p>
      )}
      {isPart && <LeftOutBanner />}
      {since !== undefined && <TelemetryBanner since={since} />}
      {trouble !== undefined && (
        <p className="banner" data-tone="danger">
          {t(`banner.${trouble}`)}
        </p>
      )}
    </div>
  );
}

/** What is wrong with the network; says so when it is over. */
function useTrouble(): 'offline' | 'lost' | undefined {
  const { t } = useTranslation('shell');
  const [offline, setOffline] = useState(() => !navigator.onLine);
  const [lost, setLost] = useState(false);
  const connection = useConnection();
  useEffect(() => {
    const change = (): void => setOffline(!navigator.onLine);
    window.addEventListener('online', change);
    window.addEventListener('offline', change);
    return () => {
      window.removeEventListener('online', change);
      window.removeEventListener('offline', change);
    };
  }, []);
  useEffect(() => {
    if (connection !== 'lost') return;
    const timer = setTimeout(() => setLost(true), patience);
    return () => clearTimeout(timer);
  }, [connection]);
  const trouble = offline ? 'offline' : lost && connection === 'lost' ? 'lost' : undefined;
  useEffect(() => {
    if (trouble === undefined) return;
    return () => notify.success(t(`banner.${trouble === 'offline' ? 'online' : 'resumed'}`));
  }, [t, trouble]);
  return trouble;
}
