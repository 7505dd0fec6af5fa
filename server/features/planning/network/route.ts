import type { Link } from '#server/features/planning/network/network.ts';

/** A way from one site to another: each link with the site that it leads to. */
export type Way = { link: Link; to: string }[];

/** The fewest links that are in use and up; where there is none, the fewest that are in use; undefined where there is none at all. */
export function routeOf(links: readonly Link[], from: string, to: string): Way | undefined {
  const inUse = links.filter(({ kind, state }) => kind !== 'access' && state !== 'off');
  return (
    fewest(
      inUse.filter(({ state }) => state !== 'down'),
      from,
      to,
    ) ?? fewest(inUse, from, to)
  );
}

function fewest(links: readonly Link[], from: string, to: string): Way | undefined {
  const at = new Map<string, { link: Link; to: string }[]>();
  const join = (near: string, far: string, link: Link): void => {
    const known = at.get(near);
    if (known) known.push({ link, to: far });
    else at.set(near, [{ link, to: far }]);
  };
  for (const link of links) {
    join(link.from, link.to, link);
    join(link.to, link.from, link);
  }
  const before = new Map<string, { link: Link; from: string } | undefined>([[from, undefined]]);
  let edge = [from];
  while (edge.length > 0 && !before.has(to)) {
    const next: string[] = [];
    for (const near of edge)
      for (const step of at.get(near) ?? []) {
        if (before.has(step.to)) continue;
        before.set(step.to, { link: step.link, from: near });
        next.push(step.to);
      }
    edge = next;
  }
  if (!before.has(to)) return undefined;
  const way: Way = [];
  for (let here = to, step = before.get(here); step; here = step.from, step = before.get(here)) way.unshift({ link: step.link, to: here });
  return way;
}
