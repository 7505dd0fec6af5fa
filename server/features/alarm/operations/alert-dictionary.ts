import type { Language } from '#domain/model.ts';
import type { AnswerOf } from '#server/kernel/handler.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Handle } from '#server/store/items/handle.ts';
import { alertCodes, alertName, levelOf, severityOf } from '#server/features/alarm/alert-codes.ts';

const MOST = 1000;

type Dictionary = AnswerOf<'getAlertDictionary'>;

/** Codes and groups as the platform configured them: a level gives the severity (decision 17), names are the caller's language's. */
export async function alertDictionary({ store }: Services, handle: Handle, language: Language): Promise<Dictionary> {
  const server = handle.asServer();
  const all = { skip: 0, limit: MOST };
  const configured = (await server.docs(store.spec('AlarmConfiguration'), all)).toSorted(byCodeOf);
  const grouped = (await server.docs(store.spec('AlarmGroup'), all)).toSorted(byCodeOf);
  const byCode = new Map(configured.map((row) => [row.code, row]));
  const codes = alertCodes.map(({ code, name, severity, zh, descEn }) => {
    const level = byCode.get(code)?.level ?? levelOf[severity];
    return { code, name: alertName(code, language, name), severity: severityOf[level], level, desc: zh, descEn };
  });
  const groups = grouped.map((row) => ({
    code: row.code,
    name: language === 'zh' ? row.desc : row.descEn,
    desc: row.desc,
    descEn: row.descEn,
    alerts: configured.flatMap((each) => (each.groupId === row.id && each.code !== undefined ? [each.code] : [])),
  }));
  return { codes, groups };
}

function byCodeOf({ code: one = '' }: { code?: string }, { code: other = '' }: { code?: string }): number {
  return one < other ? -1 : 1;
}
