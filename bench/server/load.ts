import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';

const CONNECTIONS = 50;
const SECONDS = 5;
/** Until what runs often is compiled: on a machine that does other things a second is not enough. */
const WARM_SECONDS = 3;

export type Load = { rate: number; p99: number };
export type Target = {
  url: string;
  token: string;
  company: string;
  tag: string;
  /** Path of a list, if not that of the tags. */ list?: string;
};

/**
 * What every connection sends over and over: one item, a page of 20, or a new item each time; of pages also another one each time, the
 * page as browsers take it (compressed), and the page as the console asks for it (with what the caller may do with each row).
 */
export type Kind = 'get' | 'list' | 'skips' | 'packed' | 'access' | 'create';

let created = 0;
let asked = 0;
/** So many pages differ; all are full. */
const SKIPS = 400;

export async function load(kind: Kind, target: Target): Promise<Load> {
  await run(kind, target, WARM_SECONDS);
  const result = await run(kind, target, SECONDS);
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${kind}: ${failed} of ${result.requests.total} calls failed: ${JSON.stringify(result.statusCodeStats)}`);
  // what is queued may settle before the next measurement
  await wait(500);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

function run(kind: Kind, { url, token, company, tag, list }: Target, seconds: number): Promise<autocannon.Result> {
  const tags = `/api/v1/companies/${company}/tags`;
  const headers = { authorization: `Bearer ${token}` };
  const taken = { 'accept-encoding': 'gzip, deflate, br' };
  const page = (skip: number): string => `${list ?? tags}?limit=20&skip=${skip}`;
  const request: Record<Kind, autocannon.Request> = {
    get: { path: `${tags}/${tag}`, headers },
    list: { path: page(40), headers },
    skips: { headers, setupRequest: (made) => ({ ...made, path: page(++asked % SKIPS) }) },
    packed: { path: page(40), headers: { ...headers, ...taken } },
    access: { path: `${page(40)}&access=true`, headers: { ...headers, ...taken } },
    create: {
      method: 'POST',
      path: tags,
      headers: { ...headers, 'content-type': 'application/json' },
      setupRequest: (made) => ({
        ...made,
        body: JSON.stringify({ name: `bench ${process.pid} ${++created}`, type: 'site', remark: 'made by npm run bench' }),
      }),
    },
  };
  return autocannon({ url, connections: CONNECTIONS, duration: seconds, requests: [request[kind]] });
}
