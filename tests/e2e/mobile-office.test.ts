import { describe, test } from 'vitest';
import { expectAccessible } from '#tests/support/page.ts';
import { signIn } from '#tests/support/session.ts';
import { stage } from '#tests/support/stage.ts';

const { enter } = stage();

describe('mobile office of a company', () => {
  test('its parameters are read, changed and stay', async () => {
    const { page } = await enter();
    await signIn(page, 'company@demo.example');
    await page.goto('/paramsManage');
    await page.getByText('vpn.huaxin.example').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const server = page.getByRole('dialog').getByRole('textbox', { name: 'VPN server' });
    await server.waitFor();
    await expectAccessible(page);
    await server.fill('vpn2.huaxin.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('vpn2.huaxin.example').waitFor();
    await page.reload();
    await page.getByText('vpn2.huaxin.example').waitFor();
  });
});
