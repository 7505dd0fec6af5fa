import { randomBytes } from 'node:crypto';
import { startCluster, type Cluster } from './postgres.ts';

let cluster: Cluster | undefined;

/** One cluster for all files of a project, unless TEST_DATABASE_URL names one. */
export async function setup(): Promise<void> {
  if (process.env['TEST_DATABASE_URL']) return;
  cluster = await startCluster();
  // what one file has seeded others open
  process.env['SECRETS_KEY'] ??= randomBytes(32).toString('base64');
  process.env['TEST_DATABASE_URL'] = cluster.url;
}

export async function teardown(): Promise<void> {
  if (!cluster) return;
  delete process.env['TEST_DATABASE_URL'];
  await cluster.remove();
}
