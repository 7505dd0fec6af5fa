import { asObject, isKeyOf, texts } from '#domain/json.ts';
import type { Entities } from '#generated/server/entities.ts';
import { choice } from '#server/kernel/access/choice.ts';
import { settingsUnder } from '#server/store/platform/settings.ts';
import type { Store } from '#server/store/store.ts';

/** Stands for the filter rules of companies where resources are named. */
export const ALERT_FILTERS = 'AlertFilter';
const PREFIX = 'alertFilter:';

type AlertFilter = { companyId: string; enable: boolean; severity?: AlertSeverity[]; codes?: string[]; neIds?: string[] };

/** Alerts that companies chose not to see; a super administrator sees all. */
export const alertFiltersOf = choice(ALERT_FILTERS, (store, role) => (role === 'superAdmin' ? Promise.resolve([]) : alertFilters(store)));

/** Where the filter of a company is kept. */
export function alertFilterKey(companyId: string): string {
  return `${PREFIX}${companyId}`;
}

type AlertSeverity = Entities['Alert']['severity'];
const severities = { Warning: true, Critical: true, Emergency: true } satisfies Record<AlertSeverity, true>;

/** A company's filter as it is kept. */
export function alertFilterOf(text: string | undefined): Required<Omit<AlertFilter, 'companyId'>> {
  const { enable, severity, codes, neIds } = asObject(text === undefined ? undefined : JSON.parse(text));
  return {
    enable: enable === true,
    severity: texts(severity).filter((each) => isKeyOf(severities, each)),
    codes: texts(codes),
    neIds: texts(neIds),
  };
}

async function alertFilters(store: Store): Promise<AlertFilter[]> {
  const kept = await settingsUnder(store.engine.read, PREFIX);
  return [...kept].map(([companyId, text]) => ({ ...alertFilterOf(text), companyId }));
}
