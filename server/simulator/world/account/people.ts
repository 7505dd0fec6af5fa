import type { Random } from '#server/simulator/random.ts';

/** A person of the demo world. */
type Person = { name: string; mailbox: string };

const families = [
  ['王', 'wang'],
  ['李', 'li'],
  ['张', 'zhang'],
  ['刘', 'liu'],
  ['陈', 'chen'],
  ['杨', 'yang'],
  ['赵', 'zhao'],
  ['黄', 'huang'],
  ['周', 'zhou'],
  ['吴', 'wu'],
  ['徐', 'xu'],
  ['孙', 'sun'],
  ['马', 'ma'],
  ['朱', 'zhu'],
  ['林', 'lin'],
  ['何', 'he'],
  ['郭', 'guo'],
  ['罗', 'luo'],
  ['梁', 'liang'],
] as const;

const givens = [
  ['伟', 'wei'],
  ['芳', 'fang'],
  ['敏', 'min'],
  ['静', 'jing'],
  ['磊', 'lei'],
  ['洋', 'yang'],
  ['艳', 'yan'],
  ['勇', 'yong'],
  ['军', 'jun'],
  ['杰', 'jie'],
  ['娟', 'juan'],
  ['涛', 'tao'],
  ['明', 'ming'],
  ['超', 'chao'],
  ['秀兰', 'xiulan'],
  ['建国', 'jianguo'],
  ['晓燕', 'xiaoyan'],
] as const;

const foreign = ['Emma Schmidt', 'James Tan', 'Yuki Sato', 'Oliver Brown', 'Ana Souza', 'Min Seo Kim', 'Lucas Martin', 'Sofia Rossi'];

/** Different people for as long as there are names; about one in eight from abroad. Afterwards mailboxes are numbered. */
export function peopleOf(random: Random): () => Person {
  const used = new Map<string, number>();
  return () => {
    const abroad = random.chance(1 / 8);
    const [family, given] = [random.pick(families), random.pick(givens)];
    const name = abroad ? random.pick(foreign) : family[0] + given[0];
    const mailbox = abroad ? name.toLowerCase().replaceAll(' ', '.') : `${family[1]}.${given[1]}`;
    const count = (used.get(mailbox) ?? 0) + 1;
    used.set(mailbox, count);
    return { name, mailbox: count === 1 ? mailbox : `${mailbox}${count}` };
  };
}

/** Mobile numbers of mainland China that occur once. */
export function mobileOf(number: number): string {
  return `139${String(20_000_000 + ((number * 7919) % 79_999_999)).padStart(8, '0')}`;
}
