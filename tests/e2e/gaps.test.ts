import { expect, test } from 'vitest';
import type { Language, NavigationEntry } from '#domain/model.ts';
import charts from '#locales/en/charts.json' with { type: 'json' };
import chartsZh from '#locales/zh/charts.json' with { type: 'json' };
import resource from '#locales/en/resource.json' with { type: 'json' };
import resourceZh from '#locales/zh/resource.json' with { type: 'json' };
import { nothingMeasured } from '#server/features/report/report-words.ts';
import { there } from '#tests/support/answers.ts';
import { askApi, callApi } from '#tests/support/api.ts';
import { thorough } from '#tests/support/effort.ts';
import { formOf, model, resourceOf } from '#tests/support/model.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';
import { follow, workIn } from '#tests/support/work-place.ts';

/** Without a demo network and without a store of measurements nothing is shown that nobody measured: each page says why. */
const { enter, server } = stage({ DEMO: 'off' });
const words = { en: { ...charts.source, ...resource.gap }, zh: { ...chartsZh.source, ...resourceZh.gap } };
const NAME = 'first@demo.example';
const PASSWORD = 'Own4Password';
const patient = { timeout: 15_000 };
const figure = /\d\s*(?:[KMGT]?bps|[KMGT]B|ms|%)/;

type Company = { id: string; name: string; auditType: 'third' | 'custom' };
const companies: Company[] = [];
const reports: Record<Language, string> = { zh: '', en: '' };

/** The first administrator, a company of each audit type with a site and a device that never reported, and a report of one. */
test('somebody sets the system up', async () => {
  const [, first = '', once = ''] = /Log in as (\S+) with the password (\S+)/.exec(server().output()) ?? [];
  const { page: printed } = await enter();
  await signIn(printed, first, once);
  expect((await askApi(printed, 'PUT', '/api/v1/username', { username: NAME })).status).toBe(204);
  const { page: renamed } = await enter();
  await signIn(renamed, NAME, once);
  const own = { currentPassword: once, newPassword: PASSWORD, newPasswordConfirm: PASSWORD };
  expect((await askApi(renamed, 'PUT', '/api/v1/password', own)).status).toBe(204);
  const { page } = await enter();
  await signIn(page, NAME, PASSWORD);
  for (const auditType of ['third', 'custom'] as const) {
    const body = { name: `company-${auditType}`, auditType, linkman: 'Wang Fang', mobile: '13800138000' };
    const { companyId: id } = await callApi<{ companyId: string }>(page, 'POST', '/api/v1/companies', body);
    const sn = `AR1200-${auditType}`;
    await callApi(page, 'POST', `/api/v1/companies/${id}/devices`, { sn, model: 'AR1200' });
    await callApi(page, 'POST', `/api/v1/companies/${id}/sites`, { name: `Site_${auditType}`, deployMode: 'gateway', sn });
    companies.push({ id, name: body.name, auditType });
  }
  const { id } = there(companies[0]);
  for (const language of ['zh', 'en'] as const) {
    const report = {
      name: `Report ${language}`,
      period: 'day',
      timeZone: 'Asia/Shanghai',
      contents: ['bandwidth', 'quality'],
      receivers: 'noc@demo.example',
      language,
    };
    reports[language] = (await callApi<{ id: string }>(page, 'POST', `/api/v1/companies/${id}/reportConfigs`, report)).id;
  }
});

type Case = [language: Language, place: 'global' | Company['auditType']];
/** Each place in one of the languages, in turn; by night in both. */
const cases = (['global', 'third', 'custom'] as const).flatMap((place, index) =>
  (['zh', 'en'] as const).filter((_, nth) => thorough || nth === index % 2).map((language): Case => [language, place]),
);

test.each(cases)('%s, %s: every page of what is measured, recorded or reported says why it has none', async (language, place) => {
  const { page } = await enter({ language });
  const company = companies.find(({ auditType }) => auditType === place);
  await workIn(page, { mode: company ? 'company' : 'global', username: NAME, ...(company ? { company } : {}) });
  await signIn(page, NAME, PASSWORD);
  await page.goto('/importExcelActionTemplate');
  const mode = company ? 'company' : 'global';
  const pages = model.navigation.filter(({ modes, audit }) => modes.includes(mode) && (audit === undefined || audit === place));
  let looked = 0;
  for (const { address, reason } of pages.flatMap((entry) => [...pictures(entry, language), ...lists(entry, language)])) {
    await follow(page, address);
    await page
      .getByRole('main')
      .getByText(reason)
      .first()
      .waitFor(patient)
      .catch(() => expect.soft([address, reason]).toBeUndefined());
    expect.soft([address, await page.locator('main canvas').count()]).toEqual([address, 0]);
    // the time bar has figures of its own
    const said = await page.locator('main .panel, main tbody').allInnerTexts();
    expect.soft([address, said.filter((text) => figure.test(text))]).toEqual([address, []]);
    looked++;
  }
  expect(looked).toBeGreaterThan(company ? 20 : 1);
});

test.each((['zh', 'en'] as const).filter((language) => thorough || language === 'zh'))(
  '%s: the preview of a report says it of each of its sections',
  async (language) => {
    const { page } = await enter({ language });
    await workIn(page, { mode: 'company', username: NAME, company: there(companies[0]) });
    await signIn(page, NAME, PASSWORD);
    await page.goto(`/reportFormPage?tab=ReportConfig&view=${reports[language]}`);
    const said = page.getByRole('dialog').getByText(nothingMeasured('notConfigured', language));
    await expect.poll(() => said.count(), patient).toBe(2);
    expect(await page.getByRole('dialog').locator('canvas').count()).toBe(0);
  },
);

/** Panels of a page by their tabs. */
function pictures({ path, panels = [], screen }: NavigationEntry, language: Language): { address: string; reason: string }[] {
  if (screen === 'dashboard') return [{ address: path, reason: words[language].none }];
  return panels.map(({ name, show }) => ({ address: `${path}?tab=${name}`, reason: reasonOf(there(show[0]).operation, language) }));
}

/** Records come from devices, all else from measurements. */
function reasonOf(operation: string, language: Language): string {
  const { operation: op, labels } = formOf(operation);
  const gap = labels[language].enums['range.gap']?.['notConnected'] ?? '';
  return op.path.includes('Analysis') && !op.path.includes('flow') ? gap : words[language].none;
}

/** Lists of what is recorded or compared. */
function lists({ path, tabs = [], panels = [] }: NavigationEntry, language: Language): { address: string; reason: string }[] {
  return tabs.flatMap((name) => {
    const source = resourceOf(name).data?.source;
    const reason = source === 'telemetry' ? words[language].notConfigured : words[language].notConnected;
    return source === undefined ? [] : [{ address: tabs.length + panels.length > 1 ? `${path}?tab=${name}` : path, reason }];
  });
}
