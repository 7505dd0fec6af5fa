import { seedOf } from '#server/kernel/draw.ts';
import { randomFrom } from '#server/simulator/random.ts';

/** A terminal in the LAN of a site; `weight` is its usual part of what the site carries. */
export type Terminal = { host: string; vendor: string; medium: 'wired' | 'wireless'; weight: number };

const kinds = [
  ['PC', 'Lenovo', 'wired'],
  ['LAPTOP', 'HP', 'wireless'],
  ['iPhone', 'Apple', 'wireless'],
  ['Android', 'Huawei', 'wireless'],
  ['POS', 'Verifone', 'wired'],
  ['IPC', 'Hikvision', 'wired'],
  ['PRINTER', 'Canon', 'wired'],
] as const;
const people = ['liwei', 'wangfang', 'zhangmin', 'chenjing', 'liuyang', 'zhaolei', 'sunjie', 'zhoutao'];

/** Who stands in the LAN of a site: the list of LAN users and what the traffic is made of name the same. */
export function terminalsOf(siteId: string): Terminal[] {
  const random = randomFrom(`terminals ${siteId}`);
  return Array.from({ length: random.int(3, 7) }, (_, index) => {
    const [kind, vendor, medium] = random.pick(kinds);
    const mark = seedOf(`${siteId}/${index}`).toString(16).slice(-4);
    return { host: `${kind}-${random.pick(people)}-${mark}`, vendor, medium, weight: random.int(4, 100) };
  });
}
