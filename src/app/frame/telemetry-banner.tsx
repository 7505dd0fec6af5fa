import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#domain/units/date-time.ts';

/** Since when the server gets no answer of what was measured: nobody would see it in alarms that do not come. */
export function TelemetryBanner({ since }: { since: string }): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <p className="banner" data-tone="warning">
      {t('banner.telemetry', { since: formatDateTime(since, timeZone) })}
    </p>
  );
}

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
