import { type Scene } from '#server/seed/scene.ts';
import { type World } from '#server/seed/world.ts';

/** Rows of compliance, mobile office and upgrades. */
export function operationsRows(_scene: Scene): World {
  return {};
}
