import { type Clock } from '#server/clock.ts';

type Message = { channel: 'sms' | 'mail'; to: string; text: string; at: number };

/** Where messages to people leave the server. The reference backend only keeps them; an adapter sends them. */
export type Outbox = { send(message: Omit<Message, 'at'>): Promise<void>; sent(): readonly Message[] };

const KEPT = 100;

/** Keeps the last messages in memory, for demonstrations and tests. */
export function memoryOutbox(clock: Clock): Outbox {
  const kept: Message[] = [];
  return {
    send(message) {
      kept.push({ ...message, at: clock.now() });
      if (kept.length > KEPT) kept.shift();
      return Promise.resolve();
    },
    sent: () => kept,
  };
}
