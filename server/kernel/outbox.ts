import { isObject, isText } from '#domain/json.ts';
import type { Clock } from '#server/store/clock.ts';

export type Message = {
  channel: 'sms' | 'mail';
  to: string;
  /** Of a mail. */
  subject?: string;
  text: string;
  /** The code that the text tells, for gateways with templates of their own. */
  code?: string;
};

export function isMessage(value: unknown): value is Message {
  return isObject(value) && (value.channel === 'sms' || value.channel === 'mail') && isText(value.to) && isText(value.text);
}

/** Where messages to people leave the server. A message that is refused is an error. */
export type Outbox = {
  /** Whether anything takes messages. */
  ready: boolean;
  /** `id` is the same when a message is sent again: a gateway that knows it already need not take it twice. */
  send(message: Message, id?: string): Promise<void>;
};

const GATEWAY_MS = 10_000;
const KEPT = 100;
/** So much of what a gateway says of a message that it refuses. */
const HEARD = 300;

/** Keeps the last messages in memory, for tests. */
export function memoryOutbox(clock: Clock): Outbox & { sent(): readonly (Message & { at: number })[] } {
  const kept: (Message & { at: number })[] = [];
  return {
    ready: true,
    send(message) {
      kept.push({ ...message, at: clock.now() });
      if (kept.length > KEPT) kept.shift();
      return Promise.resolve();
    },
    sent: () => kept,
  };
}

/** Prints messages, so that a demonstration needs no gateway. */
export function consoleOutbox(): Outbox {
  return {
    ready: true,
    send({ channel, to, subject, text }) {
      process.stdout.write(`${channel} to ${to}: ${subject === undefined ? '' : `${subject}: `}${text}\n`);
      return Promise.resolve();
    },
  };
}

/** Posts each message as JSON (`{channel, to, subject?, text, code?}`) to an HTTP gateway, which answers 2xx for what it took. */
export function gatewayOutbox(url: string, token?: string): Outbox {
  return {
    ready: true,
    async send(message, id) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(id === undefined ? {} : { 'idempotency-key': id }),
        },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(GATEWAY_MS),
      });
      if (!answer.ok) throw new Error(`The message gateway answered ${answer.status} ${(await answer.text()).slice(0, HEARD)}`.trim());
      await answer.body?.cancel();
    },
  };
}

/** A server without any gateway: nothing can be sent, and who waits for it is told so. */
export const noOutbox: Outbox = {
  ready: false,
  send: () => Promise.reject(new Error('No message gateway is configured: set MESSAGE_GATEWAY')),
};
