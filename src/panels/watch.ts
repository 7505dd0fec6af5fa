import { connect } from '#api/live.ts';
import { language } from '#api/language.ts';
import { asking, noteLeftOut } from '#api/left-out.ts';
import { onSession, readSession } from '#api/token.ts';
import { asObject, asText, type JsonObject } from '#domain/json.ts';

export type Watched = { operation: string; path: Record<string, string>; query: Record<string, unknown> };

let count = 0;

/**
 * Has a call answered over the socket every second until the returned function is called. Asked anew after the connection was
 * lost, and while nobody looks at the page not at all.
 */
export function watchCall(watched: Watched, onAnswer: (body: JsonObject) => void): () => void {
  const ended = new AbortController();
  // where the socket cannot be had, the answer of the call itself stands
  listen(watched, onAnswer, ended.signal).catch(() => {});
  return () => ended.abort();
}

async function listen({ operation, path, query }: Watched, onAnswer: (body: JsonObject) => void, ended: AbortSignal): Promise<void> {
  const id = `w${++count}`;
  const page = asking.page();
  const socket = await connect();
  if (ended.aborted) return;
  const ask = (): void => {
    if (document.hidden || !socket.connected) socket.emit('unwatch', { id });
    else socket.emit('watch', { id, operation, path, query: { ...query, locale: language() }, token: readSession()?.token });
  };
  const receive = (message: unknown): void => {
    const { id: of, body, leftOut } = asObject(message);
    if (of !== id || body === undefined) return;
    // over HTTP a header says it
    const without = asText(leftOut);
    if (without !== undefined) noteLeftOut(without, page);
    onAnswer(asObject(body));
  };
  socket.on('watched', receive);
  socket.on('connect', ask);
  document.addEventListener('visibilitychange', ask);
  const stop = onSession(ask);
  ask();
  ended.addEventListener('abort', () => {
    stop();
    document.removeEventListener('visibilitychange', ask);
    socket.off('connect', ask);
    socket.off('watched', receive);
    socket.emit('unwatch', { id });
  });
}
