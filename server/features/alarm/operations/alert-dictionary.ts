import { asObject } from '#domain/json.ts';
import { type Language } from '#domain/model.ts';
import { type Services } from '#server/kernel/services.ts';
import { alertCodes, alertName, type AlertLevel, levelOf, severityOf } from '#server/features/alarm/alert-codes.ts';
import { type Doc } from '#server/store/items/tables.ts';

const MOST = 1000;

type Code = { code: string; name: string; severity: string; level: string; desc: string; descEn: string };
type Group = { code: string; desc: string; descEn: string; alerts: string[] };

/** Codes and groups as the platform configured them: a level gives the severity (decision 17), names are the caller's language's. */
export async function alertDictionary(services: Services, language: Language): Promise<{ codes: Code[]; groups: Group[] }> {
  const [configured, grouped] = [await rowsOf(services, 'AlarmConfiguration'), await rowsOf(services, 'AlarmGroup')];
  const byCode = new Map(configured.map((row) => [row.code, row]));
  const codes = alertCodes.map(({ code, name, severity, zh, descEn }) => {
    const level = (byCode.get(code)?.level as AlertLevel | undefined) ?? levelOf[severity];
    return { code, name: alertName(code, language, name), severity: severityOf[level], level, desc: zh, descEn };
  });
  const groups = grouped.map((row) => ({
    code: String(row.code),
    desc: String(row.desc),
    descEn: String(row.descEn),
    alerts: configured.filter((each) => each.groupId === row.id).map((each) => String(each.code)),
  }));
  return { codes, groups };
}

async function rowsOf({ store, system }: Services, resource: string): Promise<Doc[]> {
  const spec = store.specs.get(resource);
  if (!spec) return [];
  const { rows } = await system.list(spec, { skip: 0, limit: MOST });
  return rows.map((row) => asObject(JSON.parse(row.text))).toSorted((a, b) => (String(a.code) < String(b.code) ? -1 : 1));
}
