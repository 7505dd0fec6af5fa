import type { Packet } from '#domain/packets/packet.ts';
import type { AddressSets, RuleDocument } from '#domain/packets/rule.ts';

/** The id of the rule that fits, found the slow and obvious way, from the documents alone; IPv4 only. */
export function naiveMatch(documents: readonly RuleDocument[], sets: AddressSets, packet: Packet): string | undefined {
  let best: RuleDocument | undefined;
  for (const rule of documents) {
    if (!fits(rule, sets, packet)) continue;
    if (!best || rule.priority < best.priority || (rule.priority === best.priority && rule.id < best.id)) best = rule;
  }
  return best?.id;
}

function fits(rule: RuleDocument, sets: AddressSets, packet: Packet): boolean {
  if (rule.enable === false) return false;
  if (rule.siteIds?.length && !rule.siteIds.includes(packet.siteId ?? '')) return false;
  if (rule.protocol !== undefined && rule.protocol !== 2048 && rule.protocol !== packet.protocol) return false;
  if (!address(rule.source, sets, packet.source, packet.siteId)) return false;
  if (!address(rule.destination, sets, packet.destination, packet.siteId)) return false;
  if (!port(rule.srcPorts, rule.srcPortsInvert, packet.srcPort)) return false;
  if (!port(rule.dstPorts, rule.dstPortsInvert, packet.dstPort)) return false;
  return time(rule.timeRange, packet.at);
}

function address(match: RuleDocument['source'], sets: AddressSets, text: string, siteId: string | undefined): boolean {
  if (match?.kind !== 'address' && match?.kind !== 'addressSet') return true;
  const set = sets.get(match.addressSet ?? '');
  const own = set?.siteRules?.filter((each) => each.siteId === siteId).flatMap((each) => each.rules) ?? [];
  const lines = match.kind === 'address' ? (match.addresses ?? []) : [...(set?.rules ?? []), ...own];
  const value = number(text);
  const inside = lines.some((line) => {
    if (line.includes('/')) {
      const [base = '', length = ''] = line.split('/');
      return Math.floor(value / 2 ** (32 - Number(length))) === Math.floor(number(base) / 2 ** (32 - Number(length)));
    }
    const [low = '', high = low] = line.split('-');
    return number(low) <= value && value <= number(high);
  });
  return inside !== (match.invert === true);
}

function number(text: string): number {
  return text.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

function port(text: string | undefined, invert: boolean | undefined, value: number | undefined): boolean {
  if (text === undefined) return true;
  if (value === undefined) return false;
  const inside = text.split(',').some((item) => {
    const [low, high = low] = item.split('-').map(Number);
    return low !== undefined && high !== undefined && low <= value && value <= high;
  });
  return inside !== (invert === true);
}

function time(range: RuleDocument['timeRange'], at: string): boolean {
  if (!range) return true;
  const moment = new Date(`${at}:00Z`);
  const minutes = moment.getUTCHours() * 60 + moment.getUTCMinutes();
  const clock = (text: string | undefined, otherwise: number): number => {
    if (text === undefined) return otherwise;
    const [hours = 0, rest = 0] = text.split(':').map(Number);
    return hours * 60 + rest;
  };
  if (range.kind === 'dates') {
    const start = Date.parse(`${range.startDate}T00:00:00Z`) + clock(range.startTime, 0) * 60_000;
    const end = Date.parse(`${range.endDate}T00:00:00Z`) + clock(range.endTime, 1440) * 60_000;
    return moment.getTime() >= start && moment.getTime() < end;
  }
  if (minutes < clock(range.startTime, 0) || minutes >= clock(range.endTime, 1440)) return false;
  if (range.kind === 'weekday') return range.weekdays?.includes(((moment.getUTCDay() + 6) % 7) + 1) === true;
  return range.monthdays?.includes(moment.getUTCDate()) === true;
}
