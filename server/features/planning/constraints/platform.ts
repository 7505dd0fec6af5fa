import {
  addressPoolFull,
  areaCodeInUse,
  areaDisabled,
  areaWrongParent,
  controllerFull,
  controllerUnavailable,
} from '#generated/problems.ts';
import type { AreaLevel } from '#generated/server/stored.ts';
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';

/** The level that a level stands below. */
const parents: Readonly<Partial<Record<AreaLevel, AreaLevel>>> = { province: 'country', city: 'province', district: 'city' };

/** Controllers 1300 and 1301, the pool of dedicated addresses 1400, area codes 1500 to 1502. */
export const platformConstraints: readonly (
  | Constraint<'Pop'>
  | Constraint<'IpBinding'>
  | Constraint<'AreaCode'>
  | Constraint<'CompanyAreaCode'>
)[] = [
  {
    code: 1300,
    resource: 'Pop',
    watch: ['controllerId'],
    at: 'controllerId',
    async test(doc, facts) {
      const controller = await facts.one('Controller', doc.controllerId);
      return controller && controller.state !== 'online'
        ? controllerUnavailable({ controller: controller.name, state: controller.state })
        : undefined;
    },
  } satisfies Constraint<'Pop'>,
  {
    code: 1301,
    resource: 'Pop',
    watch: ['controllerId'],
    at: 'controllerId',
    async test({ controllerId }, facts) {
      const controller = await facts.one('Controller', controllerId);
      if (!controller) return undefined;
      const { name, capacity: limit } = controller;
      const pops = await facts.users('Pop', { controllerId });
      return pops.length >= limit ? controllerFull({ controller: name, limit }) : undefined;
    },
  } satisfies Constraint<'Pop'>,
  {
    code: 1400,
    resource: 'IpBinding',
    watch: ['popId', 'state'],
    at: 'popId',
    async test({ popId, state }, facts) {
      const pop = await facts.one('Pop', popId);
      if (!pop || state === 'released') return undefined;
      const others = (await facts.users('IpBinding', { popId })).filter((other) => other.state !== 'released');
      return others.length >= pop.ipPool ? addressPoolFull({ pop: pop.name, limit: pop.ipPool }) : undefined;
    },
  } satisfies Constraint<'IpBinding'>,
  {
    code: 1500,
    resource: 'AreaCode',
    watch: ['level', 'parentId'],
    at: 'parentId',
    async test({ id, level, parentId }, facts) {
      const parent = await facts.one('AreaCode', parentId);
      const found = parentId === id ? level : parent?.level;
      // a municipality is a province, so its districts follow it at once
      const fits = found === parents[level] || (level === 'district' && found === 'province');
      return fits ? undefined : areaWrongParent({ level, found: found ?? '-' });
    },
  } satisfies Constraint<'AreaCode'>,
  {
    code: 1501,
    resource: 'AreaCode',
    watch: ['code'],
    at: 'code',
    async test({ id }, facts) {
      if (!facts.before) return undefined;
      const { length: count } = await facts.users('CompanyAreaCode', { areaCodeId: id });
      return count > 0 ? areaCodeInUse({ code: facts.before.code, count }) : undefined;
    },
  } satisfies Constraint<'AreaCode'>,
  {
    code: 1502,
    resource: 'CompanyAreaCode',
    watch: ['areaCodeId'],
    at: 'areaCodeId',
    async test(doc, facts) {
      const area = await facts.one('AreaCode', doc.areaCodeId);
      return area?.enable === false ? areaDisabled({ area: area.name }) : undefined;
    },
  } satisfies Constraint<'CompanyAreaCode'>,
];
