import { expect, test } from 'vitest';
import type { State } from './network.ts';
import { linesOf, paintLinks } from './paint-links.ts';

const states: State[] = ['up', 'degraded', 'down', 'unknown', 'off'];
const look = { faint: 'faint', states: { up: 'u', degraded: 'd', down: 'x', unknown: 'n', off: 'o' } };

/** How the links of each state are drawn, in a network of so many. */
function dashesOf(count: number): Map<string, string> {
  const links = Array.from({ length: count }, (_, index) => index);
  const network = {
    links: { from: links, to: links, state: links.map((index) => states[index % states.length] ?? 'up'), load: links.map(() => 0) },
  };
  const found = new Map<string, string>();
  let dash = '';
  const brush = {
    globalAlpha: 1,
    strokeStyle: '',
    lineWidth: 1,
    setLineDash: (segments: number[]) => void (dash = segments.join()),
    beginPath: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    stroke(): void {
      found.set(`${this.strokeStyle} ${this.globalAlpha}`, dash);
    },
  };
  const at = Float32Array.from(links);
  paintLinks(brush, network, linesOf(network), { x: at, y: at }, { scale: 1, x: 0, y: 0 }, look);
  return found;
}

test.each([5, 10_000])('of %i links each state has dashes of its own: none is told by its colour alone', (count) => {
  const dashes = dashesOf(count);
  expect(dashes.size).toBe(states.length);
  expect(new Set(dashes.values()).size).toBe(states.length);
});
