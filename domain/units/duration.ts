export type Language = 'zh' | 'en';

type Unit = 'd' | 'h' | 'm' | 's';
const SECONDS: Record<Unit, number> = { d: 86_400, h: 3600, m: 60, s: 1 };
const ORDER = ['d', 'h', 'm', 's'] as const;
const WORDS: Record<Language, Record<Unit, string>> = {
  zh: { d: '天', h: '小时', m: '分', s: '秒' },
  en: { d: 'd', h: 'h', m: 'min', s: 's' },
};
const SPELLINGS: Record<Unit, RegExp> = {
  d: /^(?:d|days?|天|日)$/,
  h: /^(?:h|hrs?|hours?|小时|时)$/,
  m: /^(?:m|mins?|minutes?|分|分钟)$/,
  s: /^(?:s|secs?|seconds?|秒|秒钟)$/,
};

/** Seconds in words: `1 天 2 小时` or `1 d 2 h`. Fractions go, units that are zero too. */
export function formatDuration(seconds: number, language: Language): string {
  if (!Number.isFinite(seconds)) return '';
  let rest = Math.trunc(Math.abs(seconds));
  const parts: string[] = [];
  for (const unit of ORDER) {
    const count = Math.floor(rest / SECONDS[unit]);
    rest -= count * SECONDS[unit];
    if (count > 0) parts.push(`${count} ${WORDS[language][unit]}`);
  }
  if (parts.length === 0) return `0 ${WORDS[language].s}`;
  return `${seconds < 0 ? '-' : ''}${parts.join(' ')}`;
}

/** Seconds from words of either language, `1d 2h`, `90 分钟`, `90`; undefined for what is none. */
export function parseDuration(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  if (/^\d+$/.test(plain)) return Number(plain);
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*(\p{L}+?)\s*(?=\d|$)/gu)];
  if (parts.length === 0 || parts.reduce((length, part) => length + part[0].length, 0) !== plain.length) return undefined;
  let total = 0;
  let last = -1;
  for (const [, count, word = ''] of parts) {
    const rung = ORDER.findIndex((unit) => SPELLINGS[unit].test(word));
    const unit = ORDER[rung];
    if (!unit || rung <= last) return undefined;
    last = rung;
    total += Number(count) * SECONDS[unit];
  }
  return total;
}
