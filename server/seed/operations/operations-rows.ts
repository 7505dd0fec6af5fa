import { libraryApps, storeApps } from '#server/seed/operations/apps.ts';
import { appVersions, releases } from '#server/seed/operations/releases.ts';
import { type Scene } from '#server/seed/scene.ts';
import { type World } from '#server/seed/world.ts';

/** Rows of compliance, mobile office and upgrades. */
export function operationsRows({ now }: Scene): World {
  const packages = libraryApps(now);
  return {
    Release: releases(now),
    AppVersion: appVersions(now),
    LibraryApp: packages,
    StoreApp: storeApps(now, packages),
  };
}
