import type { TFunction } from 'i18next';
import { type Network, states } from './network.ts';
import type { Words } from './use-words.ts';

/** The picture in a sentence: how many of what, and how many in which state. */
export function summaryOf({ nodes, links, more }: Network, words: Words, t: TFunction<'topology'>): string {
  const sites = nodes.filter(({ kind }) => kind !== 'pop');
  const count = (of: readonly string[]): string =>
    states
      .flatMap((state) => {
        const found = of.filter((each) => each === state).length;
        return found === 0 ? [] : [`${words.state(state)} ${found}`];
      })
      .join(t('separator'));
  return [
    t('sites', { count: sites.length, states: count(sites.map(({ state }) => state)) }),
    t('pops', { count: nodes.length - sites.length }),
    t('links', { count: links.from.length, states: count(links.state) }),
    ...(more > 0 ? [t('more', { count: more })] : []),
  ].join(' ');
}
