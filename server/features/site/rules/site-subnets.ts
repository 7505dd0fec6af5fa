import { overlappingRange } from '#server/store/query/ranges.ts';
import { networkText, segmentsOf } from '#domain/rules/segment.ts';
import { selectRows } from '#domain/select.ts';
import type { Finding } from '#server/kernel/problem.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import type { PlacedRange } from '#server/store/items/item-spec.ts';
import type { DocOf } from '#server/store/items/typed.ts';

type Site = DocOf<'Site'>;

const VPN = '/mobileAccess/subnet';
const MOBILE = ['mobileAccess.subnet'];
const OWN = [['lan[].lanIp', 'lan[].mask'], ['localSubnets[]'], ['natNet[].external']];

/** Paths of what a site holds. */
export const SUBNETS: readonly string[][] = [...OWN, MOBILE];

/** The networks of a site as the others see it: its LANs, the subnets behind them, what NAT puts in their place, and that of mobile access. */
export function subnetsOf(doc: Site): PlacedRange[] {
  const mobile = doc.mobileAccess?.enable ? selectRows(doc, MOBILE) : [];
  const own = OWN.flatMap((paths) => selectRows(doc, paths));
  const rows = [...own, ...mobile];
  return rows
    .flatMap((row) => segmentsOf(row))
    .map((segment) => ({ pointer: segment.cell.pointer, ...segment.range, text: networkText(segment) }));
}

/**
 * Networks that overlap those of another site of the company (spec 8): of intranets the operator decides, the subnet of
 * a VPN server may overlap none. What was so before is not asked again.
 */
export async function subnetConflicts(doc: Site, change: Change<'Site'>): Promise<Finding[]> {
  const { spec, tx, before } = change;
  const known = new Set((before ? subnetsOf(before.doc) : []).map((range) => range.text));
  const findings: Finding[] = [];
  for (const range of subnetsOf(doc).filter((each) => !known.has(each.text))) {
    const other = await overlappingRange(tx.db, [spec.name], doc.companyId, range, doc.siteId);
    if (!other) continue;
    const isVpn = range.pointer === VPN || other.pointer === VPN;
    const value = range.text;
    const near = await tx.get(spec, other.id);
    if (!near) {
      const beyond = isVpn ? { code: 'site.vpn-conflict-beyond' } : { code: 'site.subnet-conflict-beyond', level: 'confirm' as const };
      findings.push({ pointer: range.pointer, ...beyond, params: { value } });
    } else if (isVpn) {
      findings.push({ pointer: range.pointer, code: 'site.vpn-conflict', params: { value, other: other.text } });
    } else {
      const params = { value, other: other.text, site: near.doc.name };
      findings.push({ pointer: range.pointer, code: 'site.subnet-conflict', level: 'confirm', params });
    }
  }
  return findings;
}
