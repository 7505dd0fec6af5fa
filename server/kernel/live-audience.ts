import { createHash } from 'node:crypto';

import type { Server, Socket } from 'socket.io';

import { isReady } from '#server/kernel/access/check.ts';
import { loadPrincipal, type Principal } from '#server/kernel/access/principal.ts';
import { breathe } from '#server/store/breathe.ts';
import type { Services } from '#server/kernel/services.ts';

/** `age`: for how many milliseconds a page has stood that listens for the first time; what went on meanwhile it has not heard. */
export type Subscription = { token: string; companyId: string; age: number };

/** Sockets that hear the same, in rooms of socket.io that hold so many that a message to one of them keeps nobody waiting. */
type Hall = { key: string; rooms: Set<string> };
/** Who listens to the same company with the same rights: what one is told, all are. */
export type Group = Hall & { companyId: string; rights: string; principal: Principal };

type Opened = { principal: Principal; until: number };

/** Of one socket. What it may do outlives a subscription that is refused: who may do less is told so. */
type Seat = {
  token?: string;
  account?: string;
  /** When the session ends by itself, and until when all of this holds if nothing is written. */
  ends: number;
  until: number;
  companyId?: string;
  /** What is told when it changes. */
  shown?: string;
  group?: Group;
  room?: string;
  /** Where it hears what everybody does. */
  common: string;
  /** What it asked before: of two subscriptions the later one counts. */
  last: Promise<unknown>;
};

/** A message goes out to so many at once; then others have their turn. */
const ROOM_HOLDS = 200;

/**
 * The sockets of this process by company and rights. Nobody is asked again who he is while nothing has changed that decides
 * it; whoever may be touched by a change is looked at before the next word is told.
 */
export class Audience {
  readonly groups = new Map<string, Group>();
  readonly #io: Server;
  readonly #services: () => Services;
  readonly #patienceMs: number;
  readonly #seats = new Map<Socket, Seat>();
  /** Those whose person is known, by account. */
  readonly #byAccount = new Map<string, Map<Socket, Seat>>();
  readonly #everyone: Hall = { key: 'everyone', rooms: new Set() };
  /** Before then nobody's time is over. */
  #earliest = Infinity;
  readonly #waiting = new Map<Socket, NodeJS.Timeout>();
  readonly #rightsOf = new WeakMap<Principal, { shown: string; all: string }>();
  /** Accounts whose sessions have changed; of those whose rights may have, `everybody`. */
  readonly #sessionsOf = new Set<string>();
  #everybody = false;
  #changes = 0;
  #rooms = 0;
  #reviewed: Promise<void> = Promise.resolve();

  constructor(io: Server, services: () => Services, patienceMs: number) {
    this.#io = io;
    this.#services = services;
    this.#patienceMs = patienceMs;
  }

  /** A socket that does not say who it is within a while is closed. */
  enter(socket: Socket): void {
    const common = this.#join(socket, this.#everyone);
    this.#seats.set(socket, { ends: Infinity, until: Infinity, last: Promise.resolve(), common });
    this.#wait(socket);
    socket.on('disconnect', () => {
      const seat = this.#seats.get(socket);
      if (seat) {
        this.#leave(socket, seat);
        this.#forget(socket, seat);
        this.#part(socket, this.#everyone, seat.common);
      }
      this.#seats.delete(socket);
      clearTimeout(this.#waiting.get(socket));
      this.#waiting.delete(socket);
    });
  }

  /** Whom the socket belongs to from now on, if the company is open to him; the group he hears with. */
  subscribe(socket: Socket, subscription: Subscription | undefined): Promise<Group | undefined> {
    const seat = this.#seats.get(socket);
    if (!seat) return Promise.resolve(undefined);
    const next = seat.last.catch(() => {}).then(() => this.#subscribe(socket, seat, subscription));
    seat.last = next;
    return next;
  }

  async #subscribe(socket: Socket, seat: Seat, subscription: Subscription | undefined): Promise<Group | undefined> {
    this.#leave(socket, seat);
    delete seat.companyId;
    const opened = subscription && (await this.#opened(subscription.token));
    if (!opened || !socket.connected) return undefined;
    clearTimeout(this.#waiting.get(socket));
    Object.assign(seat, { token: subscription.token, companyId: subscription.companyId });
    this.#place(socket, seat, opened);
    return seat.group;
  }

  /** With whom a socket hears the same; undefined of who may not listen. */
  groupOf(socket: Socket): string | undefined {
    return this.#seats.get(socket)?.group?.key;
  }

  /** Whether it has said who it is. */
  knows(socket: Socket): boolean {
    return this.#seats.get(socket)?.account !== undefined;
  }

  /** Rights of anybody may have changed, or the sessions of one account. */
  suspect(account?: string): void {
    this.#changes++;
    if (account === undefined) this.#everybody = true;
    else this.#sessionsOf.add(account);
  }

  /** Looks again at those whom a change may have touched, and at those whose time is over, and tells them what has changed for them. */
  review(): Promise<void> {
    const before = this.#reviewed.catch(() => {});
    this.#reviewed = before.then(() => this.#review());
    return this.#reviewed;
  }

  /** Says something to all of a group, a room at a time. */
  async publish({ rooms }: Hall, event: string, message: unknown): Promise<void> {
    for (const room of rooms) {
      this.#io.to(room).emit(event, message);
      await breathe();
    }
  }

  /** Says something to everybody, whoever it is. */
  publishAll(event: string, message: unknown): Promise<void> {
    return this.publish(this.#everyone, event, message);
  }

  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }

  async #review(): Promise<void> {
    const [everybody, accounts, now] = [this.#everybody, new Set(this.#sessionsOf), this.#services().clock.now()];
    this.#everybody = false;
    this.#sessionsOf.clear();
    const principals = new Map<string, Principal | undefined>();
    try {
      for (const [socket, seat] of this.#doubted(everybody || this.#earliest <= now ? undefined : accounts)) {
        const { account, token, until } = seat;
        if (account === undefined || token === undefined) continue;
        const doubtful = accounts.has(account) || until <= now;
        if (!doubtful && !everybody) continue;
        await breathe();
        if (!doubtful && !principals.has(account)) principals.set(account, await this.#principalOf(account));
        const principal = doubtful ? undefined : principals.get(account);
        // an account that is gone may go on under another name: its token knows
        const opened = principal ? { principal, until: seat.ends } : await this.#opened(token);
        if (seat.token === token && socket.connected) this.#reseat(socket, seat, opened);
      }
    } catch (error) {
      this.#everybody = true;
      for (const account of accounts) this.#sessionsOf.add(account);
      throw error;
    }
  }

  /** Who is to be looked at: the sockets of some accounts, or all. */
  #doubted(accounts: ReadonlySet<string> | undefined): [Socket, Seat][] {
    if (accounts) return [...accounts].flatMap((account) => [...(this.#byAccount.get(account) ?? [])]);
    const now = this.#services().clock.now();
    // whoever is placed again says when his time is over
    this.#earliest = Infinity;
    for (const { until } of this.#seats.values()) if (until > now) this.#earliest = Math.min(this.#earliest, until);
    return [...this.#seats];
  }

  #reseat(socket: Socket, seat: Seat, opened: Opened | undefined): void {
    const before = seat.shown;
    if (!opened) {
      this.#leave(socket, seat);
      this.#forget(socket, seat);
      for (const known of ['token', 'account', 'shown', 'companyId'] as const) delete seat[known];
      this.#wait(socket);
      socket.emit('signOut', { code: 'unauthenticated' });
      return;
    }
    this.#place(socket, seat, opened);
    if (seat.shown !== before) socket.emit('access', { code: 'changed' });
  }

  #place(socket: Socket, seat: Seat, { principal, until }: Opened): void {
    const { shown, all } = this.#rights(principal);
    this.#forget(socket, seat);
    Object.assign(seat, { account: principal.username, shown, ends: until, until: Math.min(until, principal.until) });
    this.#know(socket, seat, principal.username);
    const { companyId } = seat;
    const key = `${companyId} ${all}`;
    if (seat.group?.key === key) return;
    this.#leave(socket, seat);
    if (companyId === undefined || !mayEnter(principal, companyId)) return;
    let group = this.groups.get(key);
    if (!group) this.groups.set(key, (group = { key, companyId, rights: all, principal, rooms: new Set() }));
    seat.group = group;
    seat.room = this.#join(socket, group);
  }

  #know(socket: Socket, seat: Seat, account: string): void {
    let own = this.#byAccount.get(account);
    if (!own) this.#byAccount.set(account, (own = new Map()));
    own.set(socket, seat);
    this.#earliest = Math.min(this.#earliest, seat.until);
  }

  #forget(socket: Socket, { account }: Seat): void {
    const own = account === undefined ? undefined : this.#byAccount.get(account);
    own?.delete(socket);
    if (account !== undefined && own?.size === 0) this.#byAccount.delete(account);
  }

  #join(socket: Socket, { key, rooms }: Hall): string {
    let room = [...rooms].find((each) => this.#sizeOf(each) < ROOM_HOLDS);
    if (room === undefined) rooms.add((room = `${key} ${++this.#rooms}`));
    void socket.join(room);
    return room;
  }

  #part(socket: Socket, { rooms }: Hall, room: string): void {
    void socket.leave(room);
    if (this.#sizeOf(room) === 0) rooms.delete(room);
  }

  #leave(socket: Socket, seat: Seat): void {
    const { group, room } = seat;
    if (!group || room === undefined) return;
    delete seat.group;
    delete seat.room;
    this.#part(socket, group, room);
    if (group.rooms.size === 0) this.groups.delete(group.key);
  }

  #sizeOf(room: string): number {
    return this.#io.sockets.adapter.rooms.get(room)?.size ?? 0;
  }

  #wait(socket: Socket): void {
    clearTimeout(this.#waiting.get(socket));
    this.#waiting.set(socket, setTimeout(() => socket.disconnect(true), this.#patienceMs).unref());
  }

  /** Whose token it is now: nothing that was read before a change is good after it. */
  async #opened(token: string): Promise<Opened | undefined> {
    for (;;) {
      const changes = this.#changes;
      const opened = await this.#services().sessions.open(token);
      if (changes === this.#changes) return opened;
    }
  }

  #principalOf(account: string): Promise<Principal | undefined> {
    const { store, system } = this.#services();
    return loadPrincipal(store, system, account);
  }

  #rights(principal: Principal): { shown: string; all: string } {
    let known = this.#rightsOf.get(principal);
    if (!known) this.#rightsOf.set(principal, (known = rightsOf(principal)));
    return known;
  }
}

/** What decides what somebody may do, to see whether it has changed; `all` also what he chose to see. */
function rightsOf({ role, admin, holdings, channels, choices }: Principal): { shown: string; all: string } {
  const held = holdings.map(({ scopes, tenants, cities, delegated }) => [
    [...scopes].toSorted(),
    tenants === 'all' ? tenants : [...tenants].toSorted(),
    [...cities],
    delegated,
  ]);
  const shown = digest([role, admin, held, channels]);
  return { shown, all: digest([shown, [...choices]]) };
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

function mayEnter(principal: Principal, companyId: string): boolean {
  if (!isReady(principal)) return false;
  return companyId === '' || principal.tenants === 'all' || principal.tenants.has(companyId);
}
