import type { Page } from 'playwright-core';

/** Calls the API as the visitor of this page, to prepare what a test is not about. */
export async function callApi<T>(page: Page, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const token = await page.evaluate(() => {
    const kept = sessionStorage.getItem('wan.session') ?? localStorage.getItem('wan.session') ?? '{}';
    return (JSON.parse(kept) as { token?: string }).token ?? '';
  });
  const answer = await page.request.fetch(path, {
    method,
    // preparation is about no revision
    headers: { authorization: `Bearer ${token}`, 'if-match': '*' },
    ...(body === undefined ? {} : { data: body }),
  });
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
