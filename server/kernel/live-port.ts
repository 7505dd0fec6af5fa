import type { Server as HttpServer } from 'node:http';

/** What the server tells browsers without being asked. */
export type Live = {
  /** `answer`: what a call of the contract says now, for those who watch it. */
  attach(server: HttpServer, answer: AnswerNow): void;
  /** Tells of an item to those who subscribed to its company and may see it. */
  publish(item: PublishedItem, event: 'alert' | 'tasks', message: Record<string, unknown>): Promise<void>;
  close(): void;
};

/** A call of the contract as a socket asks for it. */
export type WatchedCall = { operation: string; path: Record<string, string>; query: Record<string, unknown>; token: string };
/** What a call answers now, with what is said beside it of rows that are not in it. */
export type Answered = { body: unknown; leftOut?: string };
/** The checks are those of any call. */
export type AnswerNow = (call: WatchedCall) => Promise<Answered>;

/** What an event is about. */
export type PublishedItem = { resource: string; id: string; owner: string | null };
