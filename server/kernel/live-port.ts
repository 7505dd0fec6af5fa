import { type Server as HttpServer } from 'node:http';

/** What the server tells browsers without being asked. */
export type Live = {
  attach(server: HttpServer): void;
  /** Tells of an item to those who subscribed to its company and may see it. */
  publish(item: PublishedItem, event: 'alert' | 'tasks', message: Record<string, unknown>): Promise<void>;
  close(): void;
};

/** What an event is about. */
export type PublishedItem = { resource: string; id: string; owner: string | null };
