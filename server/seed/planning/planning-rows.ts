import { backboneRegions } from '#server/seed/planning/backbone-regions.ts';
import { type Scene } from '#server/seed/scene.ts';
import { type World } from '#server/seed/world.ts';

/** Rows of circuits, services, backbone and POPs. */
export function planningRows({ now }: Scene): World {
  return { BackboneRegion: backboneRegions(now) };
}
