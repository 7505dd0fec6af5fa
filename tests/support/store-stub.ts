import { createServer, type IncomingHttpHeaders } from 'node:http';

import { portOf } from '#tests/support/answers.ts';

/** What the console asked a store. */
export type Question = { path: string; headers: IncomingHttpHeaders; form: URLSearchParams; query: string };
/** A series, and what it has at an instant (milliseconds). */
export type Told = { labels: Record<string, string>; at: (time: number) => number | undefined };
export type StoreStub = { url: string; asked: Question[]; stop: () => Promise<void> };

/** A Prometheus-compatible store that has whatever a test says at the moment when it is asked; a text is sent as it is. */
export async function startStoreStub(answer: (question: Question) => Told[] | string | Promise<Told[] | string>): Promise<StoreStub> {
  const asked: Question[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      const question = { path: request.url ?? '', headers: request.headers, form, query: form.get('query') ?? '' };
      asked.push(question);
      const reply = async (): Promise<void> => {
        const told = await answer(question);
        response.end(typeof told === 'string' ? told : JSON.stringify({ status: 'success', data: dataOf(form, told) }));
      };
      void reply();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function dataOf(form: URLSearchParams, told: readonly Told[]): unknown {
  const [start, end, step, time] = ['start', 'end', 'step', 'time'].map((name) => Number(form.get(name)));
  const pairOf = (at: Told['at'], seconds: number): [number, string][] => {
    const value = at(seconds * 1000);
    return value === undefined ? [] : [[seconds, String(value)]];
  };
  if (form.has('time')) {
    const result = told.flatMap(({ labels, at }) => pairOf(at, time ?? 0).map((value) => ({ metric: labels, value })));
    return { resultType: 'vector', result };
  }
  const count = Math.floor(((end ?? 0) - (start ?? 0)) / (step ?? 1) + 1e-6) + 1;
  const times = Array.from({ length: count }, (_, index) => (start ?? 0) + index * (step ?? 1));
  return {
    resultType: 'matrix',
    result: told.map(({ labels, at }) => ({ metric: labels, values: times.flatMap((seconds) => pairOf(at, seconds)) })),
  };
}
