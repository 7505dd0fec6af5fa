import type { Locator, Page } from 'playwright-core';
import { asObject } from '#domain/json.ts';
import type { Json, Operation, Resource } from '#domain/model.ts';
import { pressIfAsked } from '#tests/support/press-if-asked.ts';

type Doc = Record<string, Json>;

/** Presses the button of a form and answers what is asked; what was sent and what was answered. */
export async function saveForm(
  page: Page,
  { form, button, resource, operation }: { form: Locator; button: string; resource: Resource; operation: Operation },
): Promise<{ sent: Doc; stored: Doc }> {
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const answer = page
    .waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return (
        pattern.test(pathname) &&
        response.request().method() === operation.method.toUpperCase() &&
        !searchParams.has('dryRun') &&
        response.status() < 300
      );
    })
    .catch(() => undefined);
  const reviews = operation.kind === 'update' && resource.review;
  await form.getByRole('button', { name: reviews ? 'Review changes' : button, exact: true }).click();
  if (reviews) await page.locator('dialog[open]').getByRole('button', { name: button, exact: true }).click();
  const asked = page.getByRole('button', { name: 'Save anyway', exact: true });
  const response = await pressIfAsked(asked, answer);
  if (!response) throw new Error(`Not saved: ${(await form.innerText()).slice(0, 2000)}`);
  await form.waitFor({ state: 'detached' });
  return { sent: asObject(response.request().postDataJSON()), stored: asObject(await response.json().catch(() => ({}))) };
}
