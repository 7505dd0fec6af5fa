import { alertCodes, type AlertCode } from '#server/features/alarm/alert-codes.ts';

/** How a code happens in the demo WAN. */
type Happening = {
  /** Share among the alerts; without one never by chance. */
  weight?: number;
  /** What is measured then lies between these. */
  low?: number;
  high?: number;
};
export type DemoCode = AlertCode & Required<Happening>;

const happenings: Readonly<Record<string, Happening>> = {
  'device.offline': { low: 5, high: 5 },
  'device.exception': {},
  'device.restart': { weight: 5, high: 4 },
  'device.temperature': { weight: 5, low: 71, high: 88 },
  'device.power': { weight: 2, high: 2 },
  'device.fan': { weight: 1, high: 3 },
  'device.config': { weight: 1 },
  'system.cpu': { weight: 10, low: 91, high: 99 },
  'system.memory': { weight: 6, low: 91, high: 98 },
  'system.disk': { weight: 4, low: 86, high: 97 },
  'system.session': { weight: 1, low: 80_001, high: 98_000 },
  'link.down': { weight: 6, high: 2 },
  'link.loss': { weight: 20, low: 2, high: 15 },
  'link.latency': { weight: 16, low: 120, high: 420 },
  'link.jitter': { weight: 8, low: 25, high: 90 },
  'link.flap': { weight: 1, low: 4, high: 12 },
  'bandwidth.low': { weight: 8, low: 5, high: 19 },
  'bandwidth.high': { weight: 1, low: 91, high: 99 },
  'tunnel.down': { weight: 6, high: 3 },
  'tunnel.switch': { weight: 1, low: 2, high: 3 },
  'pop.unreachable': { weight: 2, low: 3, high: 9 },
  'wireless.signal': { weight: 6, low: 101, high: 118 },
  'routing.bgp': { weight: 1, high: 2 },
  'routing.ospf': { weight: 1, high: 2 },
  'sla.probe': {},
  'security.login': { weight: 4, low: 6, high: 40 },
};

/** The codes with how each happens. */
export const demoCodes: readonly DemoCode[] = alertCodes.map((code) => {
  const happening = happenings[code.code];
  if (!happening) throw new Error(`The demo WAN does not say how ${code.code} happens`);
  return { weight: 0, low: 1, high: 1, ...code, ...happening };
});

const byCode = new Map(demoCodes.map((each) => [each.code, each]));

export function demoCodeNamed(code: string): DemoCode {
  const found = byCode.get(code);
  if (!found) throw new Error(`No alert code ${code}`);
  return found;
}
