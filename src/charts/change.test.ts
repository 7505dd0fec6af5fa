import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import en from '#locales/en/charts.json' with { type: 'json' };
import zh from '#locales/zh/charts.json' with { type: 'json' };
import { changeOf } from './change.ts';

const MB = 1024 * 1024;

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { charts: en }, zh: { charts: zh } }, interpolation: { escapeValue: false } }));

test.each([
  [18 * MB, 12 * MB, 'B', '6 MB more (+50 %)', '增加 6 MB（+50%）'],
  [9 * MB, 12 * MB, 'B', '3 MB less (−25 %)', '减少 3 MB（−25%）'],
  [7, 7, 'ms', 'unchanged', '持平'],
  // a share of nothing is none
  [5, 0, '', '5 more', '增加 5'],
  [2.5, 4, '%', '1.5 points less', '减少 1.5 个百分点'],
  [5, undefined, 'B', 'not listed then', '上一周期未列出'],
  [5, null, 'ms', 'nothing then', '上一周期无数据'],
  [null, 5, 'ms', '–', '–'],
])('%s after %s %s: %s, %s', (value, before, unit, inEnglish, inChinese) => {
  expect(changeOf(value, before, unit, i18next.getFixedT('en', 'charts'))).toBe(inEnglish);
  expect(changeOf(value, before, unit, i18next.getFixedT('zh', 'charts'))).toBe(inChinese);
});
