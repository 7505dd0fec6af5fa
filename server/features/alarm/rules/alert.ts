import type { EntityRules } from '#server/kernel/resource/entity.ts';
import { alertFiltersOf } from '#server/features/alarm/alert-filters.ts';
import { alertLabel, alertName } from '#server/features/alarm/alert-codes.ts';
import type { Reach } from '#server/store/query/reach.ts';

/** Alerts without those that the company's filter rule keeps away (spec 6). */
export const alert: EntityRules<'Alert'> = {
  columns: ['code', 'companyId', 'neId', 'deviceId', 'origin', 'link', 'mutedUntil', 'suppressedBy', 'maintenance', 'notified'],
  reach: (principal, usual): Reach => ({
    ...usual,
    except: (alertFiltersOf(principal) ?? []).flatMap(({ companyId, enable, severity = [], codes = [], neIds = [] }) => {
      const all = [
        { path: 'severity', in: severity },
        { path: 'code', in: codes },
        { path: 'neId', in: neIds },
      ].filter((among) => among.in.length > 0);
      return enable && all.length > 0 ? [{ tenant: companyId, all }] : [];
    }),
  }),
  /** Found by its name in either language. */
  words: (doc) => [alertName(doc.code, 'zh', ''), alertName(doc.code, 'en', '')],
  named: alertLabel,
  // the handler of the list answers it: it needs the names that there are
  filters: { name: () => ({}), regex: () => ({}) },
};
