import { formatDateTime } from '#domain/units/date-time.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';
import { lastPeriod, nextDue } from '#server/features/report/report-period.ts';

const COUNTS = [26, 8, 2];
const kinds = [
  ['月度网络报表', 'Monthly network report', ['bandwidth', 'quality', 'availability']],
  ['告警汇总', 'Alarm summary', ['alerts', 'ranking']],
  ['应用流量', 'Application traffic', ['applications', 'users']],
  ['线路质量', 'Circuit quality', ['quality']],
] as const;
const formats = ['pdf', 'xlsx', 'pdf', 'csv', 'html'] as const;
const timeZones = ['Asia/Shanghai', 'Asia/Shanghai', 'Asia/Hong_Kong', 'Europe/Berlin'] as const;
const periods = ['month', 'week', 'day'] as const;

/** Configurations of reports, and the last file of each. */
export function reports(
  now: number,
  tenant: Tenant,
  plans: readonly SitePlan[],
): { ReportConfig: Seeded<'ReportConfig'>[]; Report: Seeded<'Report'>[] } {
  const found: { ReportConfig: Seeded<'ReportConfig'>[]; Report: Seeded<'Report'>[] } = { ReportConfig: [], Report: [] };
  for (let index = 0; index < (COUNTS[tenant.index] ?? 2); index++) {
    const random = randomFrom(`report ${tenant.id} ${index}`);
    const [zh, en, contents] = kinds[index % kinds.length] ?? kinds[0];
    const period = periods[index % 3] ?? 'month';
    const language = index % 4 === 3 ? 'en' : 'zh';
    const enable = index % 7 !== 6;
    const sendAt = index % 2 === 0 ? '00:30' : '22:00';
    const id = `rc-${tenant.id.slice(2)}-${index + 1}`;
    const timeZone = timeZones[index % timeZones.length] ?? timeZones[0];
    const range = lastPeriod({ period, timeZone }, now);
    const made = nextDue({ period, sendAt, timeZone }, range.to - 1);
    const receivers = `it@${tenant.domain};noc@${tenant.domain}`;
    const name = `${language === 'en' ? en : zh} ${index + 1}`;
    const format = formats[index % formats.length] ?? 'pdf';
    const siteIds = index % 5 === 4 ? random.some(plans, 3).map((plan) => plan.id) : [];
    found.ReportConfig.push({
      id,
      companyId: tenant.id,
      name,
      period,
      sendAt,
      timeZone,
      contents: [...contents],
      siteIds,
      format,
      language,
      receivers,
      enable,
      remark: index % 6 === 0 ? '发送给管理层' : '',
      ...(enable ? { nextAt: instant(nextDue({ period, sendAt, timeZone }, now)) } : {}),
      ...(made <= now ? { lastAt: instant(made) } : {}),
      ...stamps(now - random.int(40, 300) * DAY, now - random.int(0, 30) * DAY),
    });
    const state = index === 2 ? 'failed' : index === 4 ? 'running' : index === 6 ? 'pending' : index === 8 ? 'assigned' : 'success';
    found.Report.push({
      id: `rp-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      configId: id,
      name: `${name} ${formatDateTime(instant(range.from), timeZone, 'day')}`,
      period,
      timeZone,
      rangeStart: instant(range.from),
      rangeEnd: instant(range.to),
      contents: [...contents],
      siteIds,
      format,
      language,
      state,
      ...(state === 'success' ? { size: random.int(2, 90) * 1024, sentTo: receivers, generatedAt: instant(Math.min(made, now)) } : {}),
    });
  }
  return found;
}
