import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');

test('the menu has fixed colours of its own in both themes', () => {
  expect([...css.matchAll(/--side-bg: #[0-9a-f]{6};/g)].length).toBeGreaterThanOrEqual(2);
  expect(css).toMatch(/--side-accent: #[0-9a-f]{6};/);
});

type Triple = [number, number, number];
/** How eyes without one kind of cones see (Machado, Oliveira, Fernandes 2009, full severity), in linear light. */
const all: [Triple, Triple, Triple] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const eyes: Record<string, [Triple, Triple, Triple]> = {
  all,
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

describe.each([
  ['light', css.slice(0, css.indexOf("[data-theme='dark']"))],
  ['dark', css.slice(css.indexOf("[data-theme='dark']"))],
])('colours of charts, %s', (_, part) => {
  const valueOf = (name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)?.[1] ?? '';
  const colours = [1, 2, 3, 4, 5, 6].map((number) => valueOf(`chart-${number}`));

  test('stand out from what they are drawn on', () => {
    for (const colour of colours) expect([colour, contrast(colour, valueOf('surface')) >= 3]).toEqual([colour, true]);
  });

  test.each(Object.entries(eyes))('are told apart: %s', (_kind, eye) => {
    expect(leastApart(colours, eye)).toBeGreaterThan(20);
  });

  test.each(Object.entries(eyes))('of a heat map go one way from well to worst, each step seen: %s', (_kind, eye) => {
    const steps = [1, 2, 3, 4].map((number) => lab(valueOf(`heat-${number}`), eye));
    const lightness = steps.map(([light]) => light);
    const sorted = lightness.toSorted((a, b) => a - b);
    expect(lightness).toEqual(lightness[0] === sorted[0] ? sorted : sorted.toReversed());
    expect(
      leastApart(
        [1, 2, 3, 4].map((number) => valueOf(`heat-${number}`)),
        eye,
      ),
    ).toBeGreaterThan(10);
  });

  const states = ['success', 'warning', 'danger', 'neutral'];

  // dashes and shapes say it too (src/screens/topology/paint-links.test.ts)
  test.each(Object.entries(eyes))('of states are told apart: %s', (kind, eye) => {
    expect(leastApart(states.map(valueOf), eye)).toBeGreaterThan(kind === 'all' ? 40 : 20);
  });

  // a chosen row is soft too
  const grounds = ['bg', 'surface', 'surface-2', 'surface-3', 'primary-soft'];

  test('of states, links and texts can be read on whatever they are written on', () => {
    const unread = [...states, 'info', 'primary', 'text', 'text-2', 'text-3'].flatMap((name) =>
      [...grounds, ...(part.includes(`--${name}-soft:`) ? [`${name}-soft`] : [])].flatMap((ground) =>
        contrast(valueOf(name), valueOf(ground)) >= 4.5 ? [] : [`${name} on ${ground}`],
      ),
    );
    expect(unread).toEqual([]);
  });
});

/** How far the two nearest of some colours are from each other, as these eyes see them. */
function leastApart(colours: readonly string[], eye: [Triple, Triple, Triple]): number {
  const seen = colours.map((colour) => lab(colour, eye));
  return Math.min(...seen.flatMap((a, i) => seen.slice(0, i).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))));
}

function linear(hex: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

function contrast(a: string, b: string): number {
  const [light, dark] = [a, b]
    .map((hex) => linear(hex).reduce((sum, share, index) => sum + share * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0))
    .toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** CIE L*a*b* of a colour as these eyes see it. */
function lab(hex: string, eye: [Triple, Triple, Triple]): Triple {
  const light = linear(hex);
  const [red = 0, green = 0, blue = 0] = eye.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, index) => sum + factor * (light[index] ?? 0), 0),
      ),
    ),
  );
  const part = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = part((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = part(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = part((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
