import type { Rule } from '#domain/rules/rule.ts';

/**
 * Which LANs are FIA and which DIA (spec 5, decision 14). `over` is `[deployMode, lan[].ipmode]`.
 * Series: LAN1 FIA, LAN2 DIA. Gateway: the first LAN FIA, and from two LANs on not all the same.
 */
export const lanModes: Rule = {
  name: 'lanModes',
  whole: true,
  check(rows) {
    const mode = rows[0]?.[0]?.value;
    const lans = rows.flatMap(([, lan]) => (lan?.value === 'FIA' || lan?.value === 'DIA' ? [lan] : []));
    const [first, second] = lans;
    if (!first || (mode !== 'series' && mode !== 'gateway')) return [];
    const violations = first.value === 'FIA' ? [] : [{ pointer: first.pointer, code: 'rule.lanModes.firstFia' }];
    if (mode === 'series' && second?.value === 'FIA') violations.push({ pointer: second.pointer, code: 'rule.lanModes.secondDia' });
    if (mode === 'gateway' && second && lans.every(({ value }) => value === first.value)) {
      violations.push({ pointer: second.pointer, code: 'rule.lanModes.allSame' });
    }
    return violations;
  },
};
