import { Server, type Socket } from 'socket.io';

import { type Access, decide, decideAnywhere } from '#domain/access/decide.ts';
import { accessResources, type Principal } from '#server/kernel/access/principal.ts';
import { handleFor, readingHandle } from '#server/kernel/access/caller.ts';
import { isReady } from '#server/kernel/access/check.ts';
import { tellsOfSessions } from '#server/kernel/access/sessions.ts';
import { mayRead } from '#server/kernel/access/visible.ts';
import { type Live, type ToldItem } from '#server/kernel/live-port.ts';
import { type Services } from '#server/kernel/services.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';

type Subscription = { token: string; companyId: string };
/** Of one socket. `token` and `rights` outlive a subscription that is refused: who may do less is told so. */
type Data = { subscription?: Subscription; token?: string; rights?: string };

const ALERTS: Access = { node: 'monitor/alarm', level: 'read', tenant: { in: 'query', name: 'companyId' } };
/** Changes within this time are told as one. */
const SETTLE_MS = 200;
const LONGEST_ID = 64;

/** Alert totals over socket.io. Every subscription is checked by itself, and again each time something is told (spec 7). */
export function createLive(services: () => Services): Live {
  let io: Server | undefined;
  const timers = new Map<string, NodeJS.Timeout>();

  /** Tells every socket once things have settled. */
  function settle(what: string, say: (socket: Socket) => Promise<void>): void {
    if (timers.has(what)) return;
    const due = (): void => {
      timers.delete(what);
      for (const socket of io?.sockets.sockets.values() ?? []) void say(socket).catch(() => socket.disconnect(true));
    };
    timers.set(what, setTimeout(due, SETTLE_MS));
  }

  async function subscribe(socket: Socket, message: unknown): Promise<void> {
    const subscription = subscriptionOf(message);
    const data = socket.data as Data;
    delete data.subscription;
    const principal = subscription && (await services().sessions.authenticate(subscription.token));
    if (principal) Object.assign(data, { token: subscription.token, rights: rightsOf(principal) });
    const entered = principal && mayEnter(principal, subscription.companyId);
    // who may not count alerts still hears of the tasks that he may see
    if (entered) data.subscription = subscription;
    const total = entered ? await totalOf(subscription) : undefined;
    if (total === undefined) socket.emit('refused', { code: 'forbidden' });
    else socket.emit('alerts', { total });
  }

  /** Who holds the token, if the company is open to him. */
  async function entrant({ token, companyId }: Subscription): Promise<Principal | undefined> {
    const principal = await services().sessions.authenticate(token);
    return principal && mayEnter(principal, companyId) ? principal : undefined;
  }

  async function tell(socket: Socket): Promise<void> {
    const data = socket.data as Data;
    const total = data.subscription && (await totalOf(data.subscription));
    if (total !== undefined) return void socket.emit('alerts', { total });
    const { subscription } = data;
    if (subscription && (await entrant(subscription))) return;
    delete data.subscription;
    // who is no longer logged in need not wait for the next call to learn it
    if (subscription && !(await services().sessions.authenticate(subscription.token))) socket.emit('signOut', { code: 'unauthenticated' });
  }

  /** What somebody may do has changed, and the open page shows what it was. */
  async function tellRights(socket: Socket): Promise<void> {
    const data = socket.data as Data;
    const principal = data.token === undefined ? undefined : await services().sessions.authenticate(data.token);
    const rights = principal && rightsOf(principal);
    if (rights === data.rights) return;
    data.rights = rights;
    if (principal) socket.emit('access', { code: 'changed' });
    else socket.emit('signOut', { code: 'unauthenticated' });
  }

  /** Firing alerts that this token may count; undefined if it may not. */
  async function totalOf(subscription: Subscription): Promise<number | undefined> {
    const { companyId } = subscription;
    const { store, contract } = services();
    const principal = await entrant(subscription);
    const spec = store.specs.get('Alert');
    if (!principal || !spec) return undefined;
    const { allowed } =
      companyId === ''
        ? decideAnywhere(ALERTS, principal, contract.permissions)
        : decide(ALERTS, principal, [companyId], contract.permissions);
    if (!allowed) return undefined;
    const handle = handleFor({ services: services(), principal, requestId: 'live' }, ALERTS);
    const among = [{ path: 'status', in: ['firing'] }, ...(companyId === '' ? [] : [{ path: spec.owner ?? 'companyId', in: [companyId] }])];
    return (await handle.list(spec, { among, skip: 0, limit: 1 })).total;
  }

  /** The maintenance switch was thrown: open pages learn of it (decision 11). */
  async function announce(): Promise<void> {
    const { enable, maintenanceNote } = await services().state.config();
    io?.emit('system', { enable: enable !== false, ...(typeof maintenanceNote === 'string' ? { maintenanceNote } : {}) });
  }

  async function tellAbout({ resource, id, owner }: ToldItem, event: string, message: Record<string, unknown>): Promise<void> {
    for (const socket of io?.sockets.sockets.values() ?? []) {
      const { subscription } = socket.data as Data;
      if (!subscription || (subscription.companyId !== '' && subscription.companyId !== owner)) continue;
      const principal = await services().sessions.authenticate(subscription.token);
      if (principal && (await maySee(principal, resource, id))) socket.emit(event, message);
    }
  }

  /** Whether a call of this person would answer the item. */
  async function maySee(principal: Principal, resource: string, id: string): Promise<boolean> {
    const { store } = services();
    const spec = store.specs.get(resource);
    const asking = { services: services(), principal, requestId: 'live' };
    const item = spec && (await readingHandle(asking, spec).get(spec, id));
    return item !== undefined && mayRead(asking, spec as ItemSpec, item.owner);
  }

  return {
    tell: tellAbout,
    attach(server) {
      io = new Server(server, { serveClient: false, cors: { origin: false }, maxHttpBufferSize: 10_000 });
      io.on('connection', (socket) => {
        socket.on('alertSubscribe', (message: unknown) => void subscribe(socket, message).catch(() => socket.disconnect(true)));
      });
      services().store.onChange((resources) => {
        if (resources.has('SystemConfig')) void announce();
        if (resources.has('Alert')) settle('alerts', tell);
        if ([...resources].some((name) => accessResources.has(name) || tellsOfSessions(name))) settle('rights', tellRights);
      });
    },
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      await io?.close();
    },
  };
}

/** All that decides what somebody may do, to see whether it has changed. */
function rightsOf({ role, admin, holdings, channels }: Principal): string {
  const held = holdings.map(({ scopes, tenants, cities }) => [
    [...scopes].toSorted(),
    tenants === 'all' ? tenants : [...tenants].toSorted(),
    [...cities],
  ]);
  return JSON.stringify([role, admin, held, channels]);
}

function mayEnter(principal: Principal, companyId: string): boolean {
  if (!isReady(principal)) return false;
  return companyId === '' || principal.tenants === 'all' || principal.tenants.has(companyId);
}

function subscriptionOf(message: unknown): Subscription | undefined {
  if (message === null || typeof message !== 'object') return undefined;
  const { token, companyId } = message as Record<string, unknown>;
  if (typeof token !== 'string' || token.length > 200) return undefined;
  const company = companyId === undefined || companyId === 'all' ? '' : companyId;
  return typeof company === 'string' && company.length <= LONGEST_ID ? { token, companyId: company } : undefined;
}
