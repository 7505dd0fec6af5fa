import {
  addressPoolFull,
  areaCodeInUse,
  areaDisabled,
  areaWrongParent,
  controllerFull,
  controllerUnavailable,
} from '#generated/problems.ts';
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';
import { numberOf, textOf } from '#server/features/planning/constraints/facts.ts';

const levels = ['country', 'province', 'city', 'district'];

/** Controllers 1300 and 1301, the pool of dedicated addresses 1400, area codes 1500 to 1502. */
export const platformConstraints: readonly Constraint[] = [
  {
    code: 1300,
    resource: 'Pop',
    watch: ['controllerId'],
    at: 'controllerId',
    async test(doc, facts) {
      const controller = await facts.one('Controller', doc.controllerId);
      return controller && controller.state !== 'online'
        ? controllerUnavailable({ controller: textOf(controller, 'name'), state: textOf(controller, 'state') })
        : undefined;
    },
  },
  {
    code: 1301,
    resource: 'Pop',
    watch: ['controllerId'],
    at: 'controllerId',
    async test(doc, facts) {
      const controller = await facts.one('Controller', doc.controllerId);
      const limit = numberOf(controller, 'capacity');
      const count = await facts.countUsers('Pop', 'controllerId', doc.controllerId);
      return controller && count >= limit ? controllerFull({ controller: textOf(controller, 'name'), limit }) : undefined;
    },
  },
  {
    code: 1400,
    resource: 'IpBinding',
    watch: ['popId', 'state'],
    at: 'popId',
    async test(doc, facts) {
      const pop = await facts.one('Pop', doc.popId);
      if (!pop || doc.state === 'released') return undefined;
      const others = (await facts.users('IpBinding', 'popId', doc.popId)).filter(({ state }) => state !== 'released');
      const limit = numberOf(pop, 'ipPool');
      return others.length >= limit ? addressPoolFull({ pop: textOf(pop, 'name'), limit }) : undefined;
    },
  },
  {
    code: 1500,
    resource: 'AreaCode',
    watch: ['level', 'parentId'],
    at: 'parentId',
    async test(doc, facts) {
      const level = textOf(doc, 'level');
      const expected = levels[levels.indexOf(level) - 1] ?? '';
      const parent = await facts.one('AreaCode', doc.parentId);
      const found = doc.parentId === doc.id ? level : textOf(parent, 'level');
      // a municipality is a province, so its districts follow it at once
      const fits = found === expected || (level === 'district' && found === 'province');
      return fits ? undefined : areaWrongParent({ level, found: found === '' ? '-' : found });
    },
  },
  {
    code: 1501,
    resource: 'AreaCode',
    watch: ['code'],
    at: 'code',
    async test(doc, facts) {
      const count = facts.before ? await facts.countUsers('CompanyAreaCode', 'areaCodeId', doc.id) : 0;
      return count > 0 ? areaCodeInUse({ code: textOf(facts.before, 'code'), count }) : undefined;
    },
  },
  {
    code: 1502,
    resource: 'CompanyAreaCode',
    watch: ['areaCodeId'],
    at: 'areaCodeId',
    async test(doc, facts) {
      const area = await facts.one('AreaCode', doc.areaCodeId);
      return area?.enable === false ? areaDisabled({ area: textOf(area, 'name') }) : undefined;
    },
  },
];
