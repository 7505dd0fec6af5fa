import { useTranslation } from 'react-i18next';
import { offsetName } from '#domain/units/date-time.ts';

/** `UTC+8`: in which zone every time on this page is. */
export function Zone() {
  const { t, i18n } = useTranslation('resource');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const name = new Intl.DateTimeFormat(i18n.language, { timeZoneName: 'long' }).formatToParts().find(({ type }) => type === 'timeZoneName');
  return (
    <span className="rf-zone" title={t('range.zone', { zone: name?.value ?? timeZone, place: timeZone })}>
      {offsetName(timeZone)}
    </span>
  );
}
