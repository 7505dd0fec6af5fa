import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { there } from '#tests/support/answers.ts';
import { askApi } from '#tests/support/api.ts';
import { sharedBrowser } from '#tests/support/browser.ts';
import { type Journey, journeys, Lifecycle, ofEachKind, paramsIn, withFiles } from '#tests/support/journey.ts';
import { logIn, nextVisit, type Visitor } from '#tests/support/page.ts';
import { Settings, settings } from '#tests/support/settings.ts';
import { nextServer, type RunningServer } from '#tests/support/server.ts';
import { DocumentMaker, type Place } from '#tests/support/valid-document.ts';
import { workIn } from '#tests/support/work-place.ts';

/** `ONLY=Tag,User` goes through these alone. */
const only = process.env['ONLY']?.split(',');

/** One browser that goes from resource to resource of every kind. */
export function lifecycles(): void {
  let server: RunningServer;
  let browser: Browser;
  let visitor: Visitor | undefined;
  let mode: string | undefined;
  const makers = new Map<string, DocumentMaker>();
  beforeAll(async () => {
    [server, browser] = await Promise.all([nextServer(), sharedBrowser()]);
  });
  afterEach(async ({ task }) => {
    expect(visitor?.problems.splice(0)).toEqual([]);
    if (task.result?.state !== 'fail') return;
    // whatever is half done stays behind
    await visitor?.close();
    visitor = undefined;
  });
  afterAll(async () => {
    await visitor?.close();
    await server?.stop();
  });

  async function pageIn(journey: Journey): Promise<Visitor> {
    if (!visitor) {
      visitor = await nextVisit(browser, { url: server.url });
      visitor.page.setDefaultTimeout(45_000);
      await logIn(visitor.page);
      mode = undefined;
    }
    if (mode !== journey.mode) {
      await workIn(visitor.page, { mode: journey.mode });
      await visitor.page.goto(journey.address);
      await visitor.page.locator('main h1').first().waitFor();
    }
    mode = journey.mode;
    return visitor;
  }

  const ask: Place['ask'] = async (method, path, body) => {
    const { status, text } = await askApi(there(visitor).page, method, path, body);
    const data: unknown = JSON.parse(text);
    return { status, data };
  };

  function makerIn({ mode }: Journey): DocumentMaker {
    let maker = makers.get(mode);
    if (!maker) makers.set(mode, (maker = new DocumentMaker({ mode, params: paramsIn(mode), ask })));
    return maker;
  }

  const ofThis = (all: Journey[]): [string, Journey][] =>
    all.filter(({ name }) => only?.includes(name) ?? true).map((journey) => [journey.name, journey]);
  const changed = ofThis(settings());
  const every = journeys();
  const all = (only ? every : [...ofEachKind(every)]).toSorted((a, b) => a.mode.localeCompare(b.mode));
  const created = ofThis(all);
  const tabular = withFiles(all);
  test.each(created)('%s', { timeout: 180_000 }, async (_, journey) => {
    const { page } = await pageIn(journey);
    await new Lifecycle(page, journey, makerIn(journey)).run(only !== undefined || tabular.has(journey));
  });
  test.each(changed)('%s is changed and changed back', { timeout: 180_000 }, async (_, journey) => {
    const { page } = await pageIn(journey);
    await new Settings(page, journey, makerIn(journey), ask).run();
  });
}
