import { causesOf } from '#server/features/alarm/causes.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';

/** The firing alarms that the bell counts, together by what they are about. */
export const alarmCauses = {
  listAlarmCauses: read(async (call) => {
    const { companyId, severity = [], neId = [], skip, limit } = call.query;
    const among = [
      { path: 'companyId', in: companyId ? [companyId] : [] },
      { path: 'severity', in: severity },
      { path: 'neId', in: neId },
    ].filter((each) => each.in.length > 0);
    const { causes } = await causesOf(call, call.handle, among);
    return { body: { total: causes.length, results: causes.slice(skip, skip + limit) } };
  }),
} satisfies Handlers;
