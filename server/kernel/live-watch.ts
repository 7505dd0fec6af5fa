import type { Socket } from 'socket.io';

import { asObject, asText, type JsonObject } from '#domain/json.ts';
import type { Audience } from '#server/kernel/live-audience.ts';
import type { AnswerNow, WatchedCall } from '#server/kernel/live-port.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Services } from '#server/kernel/services.ts';

/** Milliseconds between two answers, and how much longer than an answer takes nothing is asked again. */
const EVERY_MS = 1000;
const REST = 4;
const MOST_OF_SOCKET = 4;
const LONGEST = 64;

type Watch = { socket: Socket; id: string; call: WatchedCall };
type Shared = { due: number; busy: boolean };

/**
 * Calls that are answered every second over the socket (`x-ui.live`), for as long as somebody looks. What people of the same
 * rights ask alike is worked out once for all of them, and less often where it takes long.
 */
export function watchCalls(
  listeners: Audience,
  services: () => Services,
  answer: AnswerNow,
): { enter(socket: Socket): void; close(): void } {
  const watches = new Map<string, Watch>();
  const shared = new Map<string, Shared>();
  let timer: NodeJS.Timeout | undefined;

  function watch(socket: Socket, message: unknown): void {
    const { id, operation, path, query, token } = asObject(message);
    const [name, called, bearer] = [asText(id), asText(operation), asText(token)];
    if (name === undefined || called === undefined || bearer === undefined || name.length > LONGEST) return;
    const own = [...watches.values()].filter((each) => each.socket === socket);
    const served = services().contract.operations.get(called);
    if (served?.operation.live !== true || own.length >= MOST_OF_SOCKET) {
      socket.emit('watched', { id: name, error: true });
      return;
    }
    const texts = Object.fromEntries(Object.entries(asObject(path)).map(([key, value]) => [key, String(value)]));
    watches.set(`${socket.id} ${name}`, {
      socket,
      id: name,
      call: { operation: called, path: texts, query: asObject(query), token: bearer },
    });
    timer ??= setInterval(tick, EVERY_MS);
    tick();
  }

  function stop(key: string): void {
    watches.delete(key);
    if (watches.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    shared.clear();
  }

  function tick(): void {
    const now = performance.now();
    const alike = Map.groupBy(watches.values(), ({ socket, call: { operation, path, query } }) => {
      const rights = listeners.groupOf(socket);
      return rights === undefined ? '' : JSON.stringify([rights, operation, path, query]);
    });
    for (const [key, own] of alike) {
      const [first] = own;
      // who has not said yet who it is, or is nobody any more, hears nothing
      if (key === '' || !first) continue;
      const state = shared.get(key) ?? { due: 0, busy: false };
      if (state.busy || state.due > now + EVERY_MS / 2) continue;
      shared.set(key, { ...state, busy: true });
      void answerAll(first.call, own).then((took) =>
        shared.set(key, { busy: false, due: performance.now() + Math.min(60 * EVERY_MS, took * REST) }),
      );
    }
  }

  async function answerAll(call: WatchedCall, own: readonly Watch[]): Promise<number> {
    const begin = performance.now();
    const said: JsonObject = await answer(call).then(
      ({ body, leftOut }) => ({ body: asObject(body), ...(leftOut === undefined ? {} : { leftOut }) }),
      (error: unknown) => {
        if (!(error instanceof ProblemError)) services().report(error);
        return { error: true };
      },
    );
    for (const { socket, id } of own) if (watches.has(`${socket.id} ${id}`)) socket.emit('watched', { id, ...said });
    return performance.now() - begin;
  }

  return {
    enter(socket) {
      socket.on('watch', (message: unknown) => watch(socket, message));
      socket.on('unwatch', (message: unknown) => stop(`${socket.id} ${asText(asObject(message).id) ?? ''}`));
      socket.on('disconnect', () => {
        for (const [key, each] of watches) if (each.socket === socket) stop(key);
      });
    },
    close() {
      clearInterval(timer);
      watches.clear();
    },
  };
}
