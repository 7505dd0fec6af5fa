import type { Browser, CDPSession } from 'playwright-core';
import { visit } from '#tests/support/page.ts';

/** One exchange with the server, in milliseconds since the log-in was sent off. */
export type Exchange = {
  method: string;
  /** Path and query. */
  path: string;
  kind: string;
  /** When the page asked, when the browser had a connection for it, when all of the answer was here. */
  start: number;
  sent: number;
  end: number;
  /** As they came over the wire, head and body. */
  bytes: number;
};

/**
 * Times are milliseconds since the log-in was sent off: what came with the log-in page stands before zero.
 * `after`: what was asked once the first row stood.
 */
export type Trace = { latency: number; firstRow: number; exchanges: Exchange[]; after: Exchange[] };

/** A cell of the first row that stands in a list. */
export const ROW = 'table tbody tr[role="row"]:not(.rt-message) td';

/** How a list asks for its rows. */
const LIST = /^\/api\/.*[?&]access=true/;

/** What each exchange waits at least. */
const LATENCY_MS = 400;
/** What a connection that becomes free is handed on by may be noted a moment before the answer's end. */
const CLOCK_MS = 5;

/** How long what comes after the first row is waited for. */
const UNTIL_MS = 15_000;

type Options = {
  url: string;
  username: string;
  password?: string;
  /** The page that log-in leads to. */
  page?: string;
  latency?: number;
  /** What is waited for once the first row stands, a path each. */
  until?: RegExp[];
};

/** From the click on "log in" to the first row of a list, over a line that is slow to answer. The log-in page was at rest before. */
export async function traceFirstRow(browser: Browser, options: Options): Promise<Trace> {
  const { url, username, password = 'Demo1234', page: target = '/', latency = LATENCY_MS, until = [] } = options;
  const { page, close } = await visit(browser, { url });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const noted = note(session, url);
    await page.goto(loginTo(target));
    await page.locator('input[autocomplete="username"]').fill(username);
    await page.locator('input[autocomplete="current-password"]').fill(password);
    await page.waitForLoadState('networkidle');
    await session.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
    await page.keyboard.press('Enter');
    await page.locator(ROW).first().waitFor({ timeout: 60_000 });
    const shown = Date.now();
    const missing = (): RegExp[] => until.filter((each) => !noted().some(({ path }) => each.test(path)));
    for (const end = shown + UNTIL_MS; missing().length > 0 && Date.now() < end;) await page.waitForTimeout(50);
    const exchanges = noted();
    const began = exchanges.find(({ method, path }) => method === 'POST' && path.startsWith('/api/v2/tokens'))?.start;
    if (began === undefined) throw new Error('Nobody logged in');
    const sinceThen = exchanges.map((each) => ({ ...each, start: each.start - began, sent: each.sent - began, end: each.end - began }));
    const firstRow = shown - began;
    return {
      latency,
      firstRow,
      exchanges: sinceThen.filter(({ start }) => start <= firstRow),
      after: sinceThen.filter(({ start }) => start > firstRow),
    };
  } finally {
    await close();
  }
}

function loginTo(page: string): string {
  return page === '/' ? '/login' : `/login?redirect=${encodeURIComponent(page)}`;
}

/**
 * What the page waited for, one answer after another, until the rows were here: the longest chain of exchanges of which each began
 * after the one before it had ended. A browser sends six at a time: one that stood in the queue began when there was a connection.
 */
export function roundTrips({ exchanges }: Trace): Exchange[] {
  const done = exchanges.filter((each) => each.start >= 0).toSorted((a, b) => a.end - b.end);
  const rows = done.findLast(({ path }) => LIST.test(path));
  const chains = new Map<Exchange, Exchange[]>();
  for (const each of done) {
    const before = done.filter((other) => other.end <= each.sent + CLOCK_MS).map((other) => chains.get(other) ?? [other]);
    chains.set(each, [...(before.toSorted((x, y) => y.length - x.length || ends(y) - ends(x))[0] ?? []), each]);
  }
  return (rows && chains.get(rows)) ?? [];
}

function ends(chain: Exchange[]): number {
  return chain.at(-1)?.end ?? 0;
}

/** What had come over the wire when the first row stood: model, labels and answers of calls; and scripts. */
export function beforeRow({ exchanges, firstRow }: Trace): { data: Exchange[]; scripts: Exchange[] } {
  const here = exchanges.filter(({ end }) => end <= firstRow);
  const isData = ({ path }: Exchange): boolean => /^\/(?:model|api|config\.json)/.test(path);
  return { data: here.filter((each) => isData(each)), scripts: here.filter((each) => each.kind === 'Script' && !isData(each)) };
}

function note(session: CDPSession, origin: string): () => Exchange[] {
  const open = new Map<string, Exchange>();
  /** The browser's own clock, in seconds, when each was asked for. */
  const clock = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, type }) => {
    if (!request.url.startsWith(origin)) return;
    const start = wallTime * 1000;
    const path = request.url.slice(origin.length);
    clock.set(requestId, timestamp);
    open.set(requestId, {
      method: request.method,
      path,
      kind: type ?? 'Other',
      start,
      sent: start,
      end: Number.POSITIVE_INFINITY,
      bytes: 0,
    });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => open.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) open.delete(requestId);
    const each = open.get(requestId);
    if (each && response.timing) each.sent = each.start + since(requestId, response.timing.requestTime) + response.timing.sendStart;
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const each = open.get(requestId);
    if (!each) return;
    each.end = each.start + since(requestId, timestamp);
    each.bytes = encodedDataLength;
  });
  const since = (requestId: string, seconds: number): number => (seconds - (clock.get(requestId) ?? seconds)) * 1000;
  return () => [...open.values()].toSorted((a, b) => a.start - b.start);
}
