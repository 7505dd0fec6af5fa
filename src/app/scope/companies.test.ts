import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadModel } from '#api/model.ts';
import type { UserInfo } from '#api/user.ts';
import { companyPage, firstChannel, firstCompany } from './companies.ts';
import { workspaceOf } from './modes.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';

const generated = join(import.meta.dirname, '../../../generated');
const asked: URL[] = [];
let answer: () => Response;

beforeEach(async () => {
  stubBrowser();
  asked.length = 0;
  answer = () => Response.json({ total: 1, results: [{ companyId: 'c-1', name: 'First', auditType: 'third' }] });
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith('/model/')) return Promise.resolve(new Response(readFileSync(join(generated, url), 'utf8')));
    asked.push(new URL(url, 'http://localhost'));
    return Promise.resolve(answer());
  });
  await loadModel();
});
afterEach(() => vi.unstubAllGlobals());

test('company mode without a last company takes the first one: a list of one', async () => {
  const user: UserInfo = { username: 'u', accountType: 'superAdmin', role: 'superAdmin', scopes: [], extra: { accountType: 'superAdmin' } };
  expect(await workspaceOf('company', user)).toEqual({ mode: 'company', company: { id: 'c-1', name: 'First', auditType: 'third' } });
  expect(asked.map(({ searchParams }) => [searchParams.get('skip'), searchParams.get('limit')])).toEqual([['0', '1']]);
});

test('a page of twenty, from where the last one ended, with what was typed', async () => {
  await companyPage('net', 20);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ skip: '20', limit: '20', keyword: 'net' });
});

test('names only, and only of companies that may be entered: every kind of account may ask for that', async () => {
  await companyPage('', 0);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ view: 'list', enterable: 'true' });
});

test('a list of companies or channels that fails is empty', async () => {
  answer = () => Response.json({}, { status: 500 });
  expect(await firstCompany()).toBeUndefined();
  expect(await firstChannel()).toBeUndefined();
});
