import { addressing, poolId } from '#server/simulator/world/mobile-office/address-pools.ts';
import { complianceBusinesses, complianceResources, crossBorderRoutes } from '#server/simulator/world/audit/compliance.ts';
import { dialing, dialingTemplates } from '#server/simulator/world/mobile-office/dialing.ts';
import { upgrades } from '#server/simulator/world/upgrade/upgrades.ts';
import { libraryApps, storeApps } from '#server/simulator/world/upgrade/apps.ts';
import { appLogs, macApprovals, mobileUsers } from '#server/simulator/world/mobile-office/mobile-accounts.ts';
import { emailSuffixes, mobileParameter, privilegeGroups, thirdPartyAuths } from '#server/simulator/world/mobile-office/mobile-office.ts';
import { appVersions, releases } from '#server/simulator/world/upgrade/releases.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import type { World } from '#server/kernel/seeding/world.ts';

/** Rows of compliance, mobile office and upgrades. */
export function operationsRows(scene: Scene): World {
  const { now } = scene;
  const packages = libraryApps(now);
  return {
    Release: releases(now),
    AppVersion: appVersions(now),
    LibraryApp: packages,
    StoreApp: storeApps(now, packages),
    ...mobileRows(scene),
    ...upgradeRows(scene),
    ...complianceRows(scene),
  };
}

function upgradeRows({ now, networks }: Scene): World {
  const [first] = networks;
  const { policies, devices } = first ? upgrades(now, first) : { policies: [], devices: [] };
  return { UpgradePolicy: policies, DeviceUpgrade: devices };
}

function complianceRows({ now, networks }: Scene): World {
  const businesses = networks.flatMap((network) => complianceBusinesses(now, network));
  const templates = networks.flatMap((network) => dialingTemplates(now, network));
  const dialled = networks.map((network) => dialing(now, network, templates));
  return {
    ComplianceResource: networks.flatMap((network) => complianceResources(now, network)),
    ComplianceBusiness: businesses,
    CrossBorderRoute: networks.flatMap((network) => crossBorderRoutes(now, network, businesses)),
    DialingTemplate: templates,
    DialingTask: dialled.flatMap(({ tasks }) => tasks),
    DialingResult: dialled.flatMap(({ results }) => results),
  };
}

function mobileRows({ now, networks }: Scene): World {
  const offices = networks.map((network) => {
    const users = mobileUsers(now, network);
    return { network, users, ...addressing(now, network, users) };
  });
  return {
    PrivilegeGroup: networks.flatMap((network) => privilegeGroups(now, network)),
    ThirdPartyAuth: networks.flatMap((network) => thirdPartyAuths(now, network)),
    EmailSuffix: networks.flatMap((network) => emailSuffixes(now, network)),
    AddressPool: offices.flatMap(({ pools }) => pools),
    MobileParameter: networks.map((network) => mobileParameter(now, network, poolId(network, 0))),
    WirelessAccount: offices.flatMap(({ users }) => users.map(({ row }) => row)),
    MacApproval: offices.flatMap(({ network, users }) => macApprovals(now, network, users)),
    AddressBinding: offices.flatMap(({ bindings }) => bindings),
    OnlineStatus: offices.flatMap(({ online }) => online),
    AppLog: offices.flatMap(({ network, users }) => appLogs(now, network, users)),
  };
}
