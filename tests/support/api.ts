import type { Page } from 'playwright-core';
import { tokenOf } from '#tests/support/session.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls the API as the visitor of this page, to prepare what a test is not about. */
export async function callApi<T>(page: Page, method: Method, path: string, body?: unknown): Promise<T> {
  const { status, text } = await askApi(page, method, path, body);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}

/** The same, whatever the answer is. */
export async function askApi(page: Page, method: Method, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const answer = await page.request.fetch(path, {
    method,
    // preparation is about no revision
    headers: { authorization: `Bearer ${await tokenOf(page)}`, 'if-match': '*' },
    ...(body === undefined ? {} : { data: body }),
  });
  return { status: answer.status(), text: await answer.text() };
}
