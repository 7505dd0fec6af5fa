import type { Entities, EntityName } from '#generated/server/entities.ts';
import type { Db, Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** What a running task has come to. */
export type Progress<Name extends EntityName> = { doc: DocOf<Name>; state: 'running' | 'success' | 'failed' };
/** A task that devices work on, and for how many milliseconds they have. */
export type Work<Name extends EntityName> = { tx: Transaction; item: Stored<DocOf<Name>>; elapsed: number; now: number };
/** What devices do when they are told to. */
export type TaskName = 'DiagnosisTask' | 'DialingTask' | 'ExecutionTask';
/** What came of asking a host. */
export type Reached = 'answered' | 'siteOffline' | 'nameUnknown';

/** A device that was told to take a version, when, and for how long its release says that it restarts. */
export type SoftwareOrder = { device: Entities['Device']; version: string; since: number; now: number; rebootMinutes: number };
/** How far it says it is; the version is the one that it says it runs. */
export type Installed =
  | { state: 'running'; progress: number }
  | { state: 'success'; softwareVersion: string }
  | { state: 'failed'; error: NonNullable<Entities['DeviceUpgrade']['error']> };

/** What reaches devices. Without one nothing is delivered, measured or tested, and nothing says that it was. */
export type Network = {
  /** Has the devices of a site take its configuration; what came of it is written to the site when it happened. */
  deliver(siteId: string, tx: Db): Promise<void>;
  /** What the devices have done of a task by now. */
  progress<Name extends TaskName>(task: Name, work: Work<Name>): Promise<Progress<Name>>;
  /** The packets that a device kept for a capture, as a pcap file. */
  capture(task: Entities['DiagnosisTask']): Promise<Uint8Array>;
  /** What a device says of the software that it was told to take. */
  installed(order: SoftwareOrder): Promise<Installed>;
  /** Asks a host through a site's device, or over the internet where there is no site. */
  reach(host: string, device: { state: string } | undefined): Reached;
};
