import { type Scene } from '#server/seed/scene.ts';
import { type World } from '#server/seed/world.ts';

/** Rows of policy, routing, NAT and the other firewall pages. */
export function policyRows(_scene: Scene): World {
  return {};
}
