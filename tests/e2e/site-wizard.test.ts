import { describe, expect, test } from 'vitest';
import { callApi } from '#tests/support/api.ts';
import { firstAndLast, firstOfItsKind, thorough } from '#tests/support/effort.ts';
import { expectAccessible } from '#tests/support/page.ts';
import {
  arrivalsOn,
  body,
  button,
  callersOn,
  choose,
  field,
  flags,
  found,
  open,
  patient,
  sites,
  step,
  steps,
  validity,
  words,
} from '#tests/support/site-wizard.ts';
import { stage } from '#tests/support/stage.ts';
import { follow } from '#tests/support/work-place.ts';

const place = stage();
const arrive = arrivalsOn(place);
const call = callersOn(place);

/** A kind of site, how it is deployed, its name, and how each of its LANs goes to the internet. */
const kinds = [
  ['officeNetwork', 'gateway', 'Routed', 'FIA', 'DIA'],
  ['officeNetwork', 'parallel', 'Single_arm', 'FIA'],
  ['officeNetwork', 'series', 'Transparent', 'FIA', 'DIA'],
  ['officeNetwork', 'vll', 'Leased_line', 'FIA'],
  ['cloudGateway', 'gateway', 'Cloud', 'FIA'],
] as const;

describe('steps of a site', () => {
  test('the steps of the specification in their order, each with its flag; all flags begin true', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    await body(page, 'siteInfo').waitFor();
    expect(await page.locator('[data-step]').evaluateAll((all) => all.map((each) => each.getAttribute('data-step')))).toEqual(steps);
    expect(await validity(page)).toEqual(Object.fromEntries(flags.map((flag) => [flag, 'true'])));
    // a backup device brings its settings along
    await expect.poll(() => step(page, 'haConfig').getAttribute('data-state')).toBe('absent');
    await field(page, '/haSn').fill('AR2600-000999');
    await expect.poll(() => step(page, 'haConfig').getAttribute('data-state')).toBe('optional');
  });

  test('each is a step with an address of its own', { timeout: 180_000 }, async () => {
    const page = await arrive('/site/s-huaxin-001');
    // what a link leads to and what the browser loads read the same address
    const loaded = firstAndLast(steps);
    for (const name of steps) {
      const address = `/site/s-huaxin-001?step=${name}`;
      await (loaded.has(name) ? page.goto(address) : follow(page, address));
      await body(page, name).waitFor();
      expect([name, await step(page, name).getAttribute('aria-current')]).toEqual([name, 'step']);
      // what stands around it is the same at each
      const part = loaded.has(name) ? 'html' : `[data-testid="step-${name}"]`;
      // one in the dark, the next in the light; by night each in both
      for (const [index, colorScheme] of (['dark', 'light'] as const).entries()) {
        if (!thorough && index !== steps.indexOf(name) % 2) continue;
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
        await expectAccessible(page, part);
      }
    }
  });

  test('a step says what it is in words: untouched, done, with errors; its flag falls with it and rises again', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    const said = (name: string): Promise<string> => step(page, name).locator('small').innerText();
    await body(page, 'siteInfo').waitFor();
    expect(await said('siteInfo')).toBe('not yet');
    // high availability is not needed without a backup device, and what holds no fields is none to be done
    expect(await said('haConfig')).toBe('not needed');
    const progress = page.locator('.st-progress');
    expect(await progress.innerText()).toBe(`0 of 1 step done; ${steps.length - 3} more are optional`);
    await open(page, 'haConfig');
    await open(page, 'siteInfo');
    expect(await progress.innerText()).toContain(`${steps.length - 3} more are optional`);
    await button(page, 'Next step').click();
    await body(page, 'networkConfig').waitFor();
    // WiFi that is off is one switch, and not one that is on around one that is off
    expect(await page.locator('[data-pointer="/wifi"]').getByRole('switch').count()).toBe(1);
    // the name is missing there
    await expect.poll(() => said('siteInfo'), patient).toBe('has errors');
    expect(await validity(page)).toMatchObject({ siteInfo: 'false', networkConfig: 'true', advancedConfig: 'true' });
    await open(page, 'ntp');
    await field(page, '/ntp/primary').fill('not a host');
    await field(page, '/ntp/primary').blur();
    await expect.poll(() => validity(page), patient).toMatchObject({ ntpConfig: 'false', advancedConfig: 'false', domainConfig: 'true' });
    await field(page, '/ntp/primary').fill('ntp.aliyun.com');
    await expect.poll(() => validity(page), patient).toMatchObject({ ntpConfig: 'true', advancedConfig: 'true', siteInfo: 'false' });
    expect(await said('ntp')).toBe('done');
    // an error leads back to its field
    await button(page, 'Create').click();
    await expect.poll(() => field(page, '/name').evaluate((input) => input === document.activeElement), patient).toBe(true);
    await body(page, 'siteInfo').waitFor();
  });

  test('the address leads to a step and a field, follows both, and goes back through them', async () => {
    const page = await arrive('/site/s-huaxin-001?step=ntp&field=/ntp/second');
    await expect.poll(() => field(page, '/ntp/second').evaluate((input) => input === document.activeElement), patient).toBe(true);
    await field(page, '/ntp/primary').focus();
    expect(new URL(page.url()).searchParams.get('field')).toBe('/ntp/primary');
    await open(page, 'qos');
    expect(new URL(page.url()).searchParams.get('step')).toBe('qos');
    await page.goBack();
    await body(page, 'ntp').waitFor();
    await page.reload();
    await expect.poll(() => field(page, '/ntp/primary').evaluate((input) => input === document.activeElement), patient).toBe(true);
  });
});

describe('a new site', () => {
  // each deploy mode of an office and a cloud gateway, one after the other on one page; each in one of the languages, by night in both
  test.each(['zh', 'en'] as const)(
    'in %s, an office of each deploy mode and a cloud gateway: chosen, filled in, previewed and saved',
    async (language) => {
      const word = words[language];
      const isNew = firstOfItsKind();
      const page = await arrive('/site', language);
      for (const [index, [mode, deployMode, name, ...modes]] of kinds.entries()) {
        if (!thorough && index % 2 !== ['en', 'zh'].indexOf(language)) continue;
        const site = `${name}_${language}`;
        const subnet = (lan: number): string => `10.240.${(language === 'zh' ? 0 : 10) + index * 2 + lan}`;
        await button(page, word.add).click();
        await page.waitForURL('**/site/new');
        await page.getByRole('radio', { name: word[mode] }).check();
        if (isNew('choice')) await expectAccessible(page);
        await button(page, word.start).click();
        await field(page, '/name').fill(site);
        await page.locator('[data-pointer="/deployMode"]').getByRole('combobox').click();
        await page.getByRole('option', { name: word[deployMode], exact: true }).click();
        await open(page, 'networkConfig');
        await page.locator('[id$="/wan"]').click();
        await field(page, '/wan/0/logicName').fill('WAN1');
        for (const [lan, ipmode] of modes.entries()) {
          await page.locator('[id$="/lan"]').click();
          await field(page, `/lan/${lan}/name`).fill(`LAN${lan + 1}`);
          await field(page, `/lan/${lan}/lanIp`).fill(`${subnet(lan)}.1`);
          await choose(page, `/lan/${lan}/ipmode`, word[ipmode]);
        }
        await open(page, 'deleteAndCreate');
        const preview = page.getByTestId('preview');
        await preview.getByText(site).waitFor();
        for (const lan of modes.keys()) await preview.getByText(`${subnet(lan)}.1`).waitFor();
        await button(page, word.create).click();
        await page.waitForURL((address) => address.pathname === '/site');
        await page.getByText(word.saved).first().waitFor();
        expect(await found(page, site)).toMatchObject({
          name: site,
          siteMode: mode,
          deployMode,
          wan: [{ logicName: 'WAN1' }],
          lan: modes.map((ipmode, lan) => ({ name: `LAN${lan + 1}`, lanIp: `${subnet(lan)}.1`, ipmode })),
        });
      }
    },
  );

  test('what is saved is not sent again while its form is still there', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/sites')) sent.push(request.url());
    });
    await field(page, '/name').fill('Sent_once');
    // as soon as it is said that it is saved, somebody saves once more
    const again = page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          const observer = new MutationObserver(() => {
            if (!document.body.innerText.includes('Saved')) return;
            observer.disconnect();
            const form = document.querySelector<HTMLFormElement>('form.wf');
            form?.requestSubmit();
            done(form !== null);
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await button(page, words.en.create).click();
    expect(await again).toBe(true);
    await page.getByRole('row').getByText('Sent_once').waitFor();
    await page.waitForLoadState('networkidle');
    expect(sent).toHaveLength(1);
  });

  test('an address is asked where it is, and the answer stands beside it', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    await field(page, '/location').fill('Nowhere at all 1');
    await button(page, 'Find its place').click();
    await page.getByText('No coordinates were found for "Nowhere at all 1". Enter them yourself.').waitFor();
    await field(page, '/location').fill('5 West Lake Road, Hangzhou');
    await button(page, 'Find its place').click();
    await page.getByText(/^Found: /).waitFor();
    expect(Math.round(Number(await field(page, '/longitude').inputValue()))).toBe(120);
    expect(Math.round(Number(await field(page, '/latitude').inputValue()))).toBe(30);
    expect(await field(page, '/city').inputValue()).toBe('Hangzhou');
  });

  test('many at once: the import of sites is a step of the wizard, and leads back to the choice', async () => {
    const page = await arrive('/site/new');
    await page.getByTestId('start-how').getByRole('radio', { name: 'Many at once' }).check();
    await button(page, 'Start').click();
    await page.waitForURL('**/site/new?many=1');
    await page.locator('input[type=file]').setInputFiles({
      name: 'sites.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,deployMode\nBatch_One,gateway\nBatch_Two,gateway\n'),
    });
    await page.getByText('Rows read: 2').waitFor();
    await button(page, 'Check').click();
    await page.getByRole('button', { name: /^Import .*rows?/ }).click();
    await page.getByText('Created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 0.').waitFor();
    await found(page, 'Batch_One');
    await found(page, 'Batch_Two');
    await button(page, 'Choose again').click();
    await page.getByTestId('start-how').waitFor();
  });

  test('many from a template: a site with variables, filled from a sheet, each bad cell told before one is created', async () => {
    const page = await call();
    await callApi(page, 'POST', sites, {
      name: 'Template_site',
      deployMode: 'gateway',
      lan: [{ name: 'LAN1', lanIp: '10.241.1.1', mask: 24, ipmode: 'FIA' }],
    });
    await page.goto('/site/new?many=1');
    await page.getByText('Or from a template with variables').click();
    await page.getByRole('combobox', { name: 'Begin with: Site' }).fill('Template_site');
    await page.getByRole('option', { name: 'Template_site' }).click();
    const template = page.getByRole('textbox', { name: 'Template', exact: true });
    await expect.poll(() => template.inputValue(), patient).toContain('name = {{name}}');
    await template.fill((await template.inputValue()).replace('10.241.1.1', '{{lan.1}}'));
    await page.getByRole('textbox', { name: /^Variables/ }).fill('name\nTpl_1');
    await button(page, 'Fill in').click();
    await page.getByRole('alert').getByText('No column is called {{lan.1}}.').waitFor();
    await page.getByRole('textbox', { name: /^Variables/ }).fill('name,lan.1\nTpl_1,10.241.2.1\nTpl_2,10.241.3.999');
    await expectAccessible(page);
    await button(page, 'Fill in').click();
    await page.getByText('Rows read: 2').waitFor();
    await button(page, 'Check').click();
    await page.getByText('10.241.3.999').first().waitFor();
    await page.getByRole('button', { name: /^Import .*row/ }).click();
    await page.getByText(/Created: 1, /).waitFor();
    expect(await found(page, 'Tpl_1')).toMatchObject({ deployMode: 'gateway', lan: [{ name: 'LAN1', lanIp: '10.241.2.1', mask: 24 }] });
  });
});

describe('beside the form', () => {
  test('the picture is drawn as the site is typed; a part leads to its field, and what is wrong is marked in it', async () => {
    const page = await arrive('/site/new?start=officeNetwork');
    const picture = page.getByTestId('site-picture');
    await field(page, '/name').fill('Pictured');
    await picture.locator('svg text').getByText('Pictured').waitFor();
    await picture.locator('[data-part="wan"]').click();
    await body(page, 'networkConfig').waitFor();
    await page.locator('[id$="/lan"]').click();
    await field(page, '/lan/0/name').fill('LAN1');
    await field(page, '/lan/0/lanIp').fill('10.240.9.0');
    await picture.locator('svg text').getByText('10.240.9.0/24').waitFor();
    // the address of a network is none of a device
    await field(page, '/lan/0/lanIp').blur();
    await picture.locator('[data-part="lan0"][data-wrong]').waitFor();
    await open(page, 'qos');
    await picture.getByText('Its parts as a list').click();
    await picture
      .getByRole('listitem')
      .filter({ hasText: 'LAN1: 10.240.9.0/24' })
      .getByText(/Wrong: /)
      .waitFor();
    await expectAccessible(page);
    await picture.getByRole('button', { name: 'LAN1: 10.240.9.0/24' }).click();
    await expect.poll(() => field(page, '/lan/0/lanIp').evaluate((input) => input === document.activeElement), patient).toBe(true);
    await field(page, '/lan/0/lanIp').fill('10.240.9.1');
    await picture.locator('[data-part="lan0"]:not([data-wrong])').waitFor();
    await button(page, 'Physical').click();
    await field(page, '/lan/0/lanIp').focus();
    await open(page, 'siteInfo');
    await field(page, '/haSn').fill('AR2600-000999');
    await picture.locator('[data-part="backup"]').waitFor();
  });

  test('the address plan tells who holds what is typed, and gives the next free subnet', async () => {
    const page = await arrive('/site/new?start=officeNetwork&step=networkConfig');
    const taken = await callApi<{ results: { siteId: string; name: string }[] }>(
      page,
      'GET',
      `${sites}?keyword=${encodeURIComponent('上海总部')}`,
    );
    const { lan } = await callApi<{ lan: { lanIp: string }[] }>(page, 'GET', `${sites}/${taken.results[0]?.siteId}`);
    await page.locator('[id$="/lan"]').click();
    await field(page, '/lan/0/name').fill('LAN1');
    await field(page, '/lan/0/lanIp').fill(lan[0]?.lanIp ?? '');
    await button(page, 'Address plan for LAN IP').click();
    const plan = page.getByRole('group', { name: 'Address plan of the company' });
    await plan
      .getByText(/^Taken: .* by 上海总部 \(LAN\)$/)
      .first()
      .waitFor();
    await plan.getByRole('img', { name: /% taken by other sites/ }).waitFor();
    await expectAccessible(page);
    const next = plan.getByRole('button', { name: /^Use / }).first();
    const subnet = (await next.innerText()).replace('/24', '');
    await next.click();
    await expect.poll(() => field(page, '/lan/0/lanIp').inputValue(), patient).toBe(subnet.replace(/0$/, '1'));
    await plan.getByText(/is free in the company/).waitFor();
    // what this draft has entered is not offered to it again
    await page.locator('[id$="/lan"]').click();
    await page.getByRole('button', { name: 'Address plan for Local subnets' }).click();
    const second = page.getByRole('group', { name: 'Address plan of the company' }).last();
    await second.getByRole('button', { name: /^Use / }).first().waitFor();
    expect(await second.getByRole('button', { name: `Use ${subnet}/24` }).count()).toBe(0);
    await second.getByRole('button', { name: /^Use / }).first().click();
    await expect
      .poll(() => page.locator('[data-pointer="/localSubnets"] textarea').inputValue(), patient)
      .toMatch(/^\d+\.\d+\.\d+\.\d+\/24$/);
  });
});
