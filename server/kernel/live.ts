import { isObject } from '#domain/json.ts';
import { Server, type Socket } from 'socket.io';

import { decidesAccess, type Principal } from '#server/kernel/access/principal.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import { accountOf } from '#server/kernel/access/sessions.ts';
import { mayRead } from '#server/kernel/access/reader.ts';
import { breathe } from '#server/store/breathe.ts';
import { isOwnOrigin } from '#server/kernel/http/origin.ts';
import { Audience, type Subscription } from '#server/kernel/live-audience.ts';
import { watchCalls } from '#server/kernel/live-watch.ts';
import type { Live, PublishedItem } from '#server/kernel/live-port.ts';
import type { Topic } from '#server/kernel/live-topic.ts';
import type { Services } from '#server/kernel/services.ts';

/** Changes within this time are told as one. */
const SETTLE_MS = 200;
const LONGEST_ID = 64;
/** No resource is called so. */
const RIGHTS = 'access';
/** A connection that does not say by then who it is gives its place back. */
const PATIENCE_MS = 10_000;

/**
 * What the server publishes over socket.io. It is worked out once for all who listen with the same rights, and nobody hears
 * a word before whatever has changed for him since is looked at (spec 7).
 */
export function createLive(services: () => Services, topics: readonly Topic[], patienceMs = PATIENCE_MS): Live {
  let io: Server | undefined;
  let audience: Audience | undefined;
  let watched: ReturnType<typeof watchCalls> | undefined;
  const timers = new Map<string, NodeJS.Timeout>();
  /** When something was published last, by what it was: whoever listens only now may have read his page before. */
  const published = new Map<Topic | string, number>();

  /** Does something once things have settled. */
  function settle(what: string, act: () => Promise<void> | undefined): void {
    if (timers.has(what)) return;
    const due = (): void => {
      timers.delete(what);
      // who is connected anew asks for what was not told
      act()?.catch((error: unknown) => {
        services().report(error);
        io?.disconnectSockets(true);
      });
    };
    timers.set(what, setTimeout(due, SETTLE_MS));
  }

  async function subscribe(listeners: Audience, socket: Socket, message: unknown): Promise<void> {
    const subscription = subscriptionOf(message);
    const group = await listeners.subscribe(socket, subscription);
    const since = performance.now() - (subscription?.age ?? 0);
    const wasMissed = (what: Topic | string): boolean => (published.get(what) ?? -Infinity) > since;
    for (const topic of topics) {
      if ('toEverybody' in topic) {
        if (wasMissed(topic)) socket.emit(topic.event, await topic.toEverybody(services()));
        continue;
      }
      if (!topic.atOnce && !wasMissed(topic)) continue;
      // who may not know it still hears of the tasks that he may see
      const found = group && (await topic.to(services(), group));
      if (found !== undefined) socket.emit(topic.event, found);
      else if (topic.atOnce) socket.emit('refused', { code: 'forbidden' });
    }
    if (wasMissed(RIGHTS) && listeners.knows(socket)) socket.emit('access', { code: 'changed' });
    if (group)
      for (const what of published.keys())
        if (typeof what === 'string' && what !== RIGHTS && wasMissed(what)) socket.emit('changed', { resource: what });
  }

  async function publishTopic(listeners: Audience, topic: Topic): Promise<void> {
    if ('toEverybody' in topic) return listeners.publishAll(topic.event, await topic.toEverybody(services()));
    await listeners.review();
    const present = [...listeners.groups.values()];
    for (const group of present) {
      const message = await topic.to(services(), group);
      if (message !== undefined) await listeners.publish(group, topic.event, message);
      await breathe();
    }
  }

  async function publishItem({ resource, id, owner }: PublishedItem, event: string, message: Record<string, unknown>): Promise<void> {
    published.set(resource, performance.now());
    if (!audience) return;
    await audience.review();
    const seen = new Map<string, boolean>();
    const present = [...audience.groups.values()];
    for (const group of present) {
      const { companyId, rights, principal } = group;
      if (companyId !== '' && companyId !== owner) continue;
      const may = seen.get(rights) ?? (await maySee(principal, resource, id));
      seen.set(rights, may);
      if (may) await audience.publish(group, event, message);
      await breathe();
    }
  }

  /** Whether a call of a person of these rights would answer the item. */
  async function maySee(principal: Principal, resource: string, id: string): Promise<boolean> {
    const { store } = services();
    const spec = store.specNamed(resource);
    const asking = { services: services(), principal, requestId: 'live' };
    // who sees it depends on the account, not on its rights alone: no group may hear of it
    if (spec && spec.personal.length > 0) return false;
    if (!spec) return false;
    const item = await readingHandle(asking, spec).get(spec, id);
    return item !== undefined && mayRead(asking, spec, item.owner);
  }

  return {
    publish: publishItem,
    attach(server, answer) {
      io = new Server(server, {
        serveClient: false,
        cors: { origin: false },
        maxHttpBufferSize: 10_000,
        connectTimeout: patienceMs,
        allowRequest: (request, done) => done(null, isOwnOrigin(request.headers)),
      });
      const listeners = (audience = new Audience(io, services, patienceMs));
      watched = watchCalls(listeners, services, answer);
      io.on('connection', (socket) => {
        listeners.enter(socket);
        watched?.enter(socket);
        socket.on('alertSubscribe', (message: unknown) => void subscribe(listeners, socket, message).catch(() => socket.disconnect(true)));
      });
      services().store.onChange((resources) => {
        for (const name of resources) {
          const account = accountOf(name);
          if (account === undefined && !decidesAccess(name)) continue;
          // a session that was ended says so at the next call
          if (account === undefined) published.set(RIGHTS, performance.now());
          listeners.suspect(account);
          settle('rights', () => listeners.review());
        }
        for (const topic of topics) {
          if (!topic.resources.some((name) => resources.has(name))) continue;
          published.set(topic, performance.now());
          settle(`${topic.event} ${topic.resources.join()}`, () => publishTopic(listeners, topic));
        }
      });
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      audience?.close();
      watched?.close();
      // whoever waits for its own close would wait for every connection of the HTTP server, which is another's to end
      io?.disconnectSockets(true);
      io?.engine.close();
    },
  };
}

function subscriptionOf(message: unknown): Subscription | undefined {
  if (!isObject(message)) return undefined;
  const { token, companyId, age } = message;
  if (typeof token !== 'string' || token.length > 200) return undefined;
  const company = companyId === undefined || companyId === 'all' ? '' : companyId;
  if (typeof company !== 'string' || company.length > LONGEST_ID) return undefined;
  return { token, companyId: company, age: typeof age === 'number' && age > 0 ? age : 0 };
}
