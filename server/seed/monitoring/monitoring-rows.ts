import { type Scene } from '#server/seed/scene.ts';
import { type World } from '#server/seed/world.ts';

/** Rows of probes, alarm configuration, reports, audit records and logs. */
export function monitoringRows(_scene: Scene): World {
  return {};
}
