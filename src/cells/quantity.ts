import type { Language, Unit } from '#domain/model.ts';
import { tidy } from '#domain/formats/format.ts';

const RATE: Partial<Record<Unit, number>> = { bps: 1, kbps: 1e3, Mbps: 1e6 };
const SECONDS: [factor: number, letter: string, zh: string][] = [
  [86_400, 'd', '天'],
  [3600, 'h', '小时'],
  [60, 'm', '分'],
  [1, 's', '秒'],
];

/** `1.5G`, `200 Mbps`, `64k` in the field's unit; a bare number is in that unit. undefined if the text is none of these. */
export function readRate(text: string, unit: Unit): number | undefined {
  const match = /^(\d+\.?\d*|\.\d+)\s*(?:([kmgt])?(?:bps|bit\/s|b\/s|b)?)?$/i.exec(tidy(text));
  if (!match) return undefined;
  const value = Number(match[1]);
  if (!/[a-z]/i.test(text)) return value;
  return round((value * 1000 ** ' kmgt'.indexOf((match[2] ?? ' ').toLowerCase())) / (RATE[unit] ?? 1));
}

/** `1.5 MB`, `64k` in bytes, 1024-based; a bare number is bytes. */
export function readSize(text: string): number | undefined {
  const match = /^(\d+\.?\d*|\.\d+)\s*([kmgtp])?i?b?$/i.exec(tidy(text));
  if (!match) return undefined;
  return Math.round(Number(match[1]) * 1024 ** ' kmgtp'.indexOf((match[2] ?? ' ').toLowerCase()));
}

/** `1h30m`, `2 天` or a bare number, in seconds. */
export function readDuration(text: string): number | undefined {
  const plain = tidy(text).toLowerCase();
  if (/^\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*(days?|d|天|hours?|h|小时|minutes?|min|m|分钟?|seconds?|s|秒)\s*/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== plain) return undefined;
  return parts.reduce((sum, [, number = '', word = '']) => sum + Number(number) * factorOf(word), 0);
}

export function formatDuration(seconds: number, language: Language): string {
  if (seconds === 0) return language === 'zh' ? '0 秒' : '0 s';
  let rest = seconds;
  const parts: string[] = [];
  for (const [factor, letter, zh] of SECONDS) {
    const count = factor === 1 ? round(rest) : Math.floor(rest / factor);
    if (count <= 0) continue;
    rest -= count * factor;
    parts.push(`${count} ${language === 'zh' ? zh : letter}`);
  }
  return parts.join(' ');
}

function factorOf(word: string): number {
  return SECONDS.find(([, letter, zh]) => word.startsWith(letter) || word.startsWith(zh))?.[0] ?? 1;
}

function round(value: number): number {
  return Number(value.toFixed(6));
}
