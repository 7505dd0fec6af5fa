import { areaCodes, companyAreaCodes } from '#server/simulator/world/planning/area-codes.ts';
import { backboneAzs, backboneLines, controllers, pops } from '#server/simulator/world/planning/backbone.ts';
import { backboneRegions } from '#server/simulator/world/planning/backbone-regions.ts';
import { circuits } from '#server/simulator/world/planning/circuits.ts';
import { dhcpTags, ipBindings, topologies } from '#server/simulator/world/planning/company-resources.ts';
import { companyServices, saasGroups, services } from '#server/simulator/world/planning/services.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import type { World } from '#server/kernel/seeding/world.ts';

/** What sites refer to: the backbone with its POPs, DHCP tags. */
export function backboneRows({ now, networks }: Scene): World {
  return {
    BackboneRegion: backboneRegions(now),
    BackboneAz: backboneAzs(now),
    Controller: controllers(now),
    Pop: pops(now),
    BackboneLine: backboneLines(now),
    SaasGroup: saasGroups(now),
    DhcpTag: dhcpTags(
      now,
      networks.map(({ tenant }) => tenant),
    ),
  };
}

/** What ends at sites or is made for companies: circuits, services, dedicated addresses, topologies, area codes. */
export function planningRows(scene: Scene): World {
  const { now } = scene;
  const offered = services(now, scene);
  return {
    Circuit: circuits(scene),
    Service: offered,
    CompanyService: companyServices(now, scene, offered),
    IpBinding: ipBindings(now, scene),
    Topology: topologies(now, scene),
    AreaCode: areaCodes(now),
    CompanyAreaCode: companyAreaCodes(now, scene),
  };
}
