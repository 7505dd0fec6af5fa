import { type Db } from '#server/store/items/tables.ts';

/** What reaches devices. Without one nothing is delivered, measured or tested, and nothing says that it was. */
export type Network = {
  /** Has the devices of a site take its configuration; what came of it is written to the site when it happened. */
  deliver(siteId: string, tx: Db): Promise<void>;
};
