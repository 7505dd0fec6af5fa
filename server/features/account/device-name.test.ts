import { expect, test } from 'vitest';

import { deviceName } from '#server/features/account/device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36`, 'Chrome 143 on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`, 'Microsoft Edge 143 on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145 on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari 18 on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18 on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/143.0.0.0 Mobile Safari/537.36`, 'Chrome 143 on Android'],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1',
    'Chrome 120 on iPad',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; WOW64) ${webkit} Chrome/86.0.4240.198 Safari/537.36 QQBrowser/12.0.5490.400`, 'QQ Browser 12 on Windows'],
  [`Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1 Mobile`, 'Chrome 114 on HarmonyOS'],
  [
    `Mozilla/5.0 (Linux; Android 14; V2318A) ${webkit} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160027 MicroMessenger/8.0.47.2560`,
    'WeChat 8 on Android',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/143.0.0.0 Safari/537.36`, 'Chrome 143 on Linux'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['x'.repeat(512), 'x'.repeat(80)],
  ['Mozilla/5.0', 'Mozilla/5.0'],
  ['', '-'],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent, 'en')).toBe(name);
});

test('in Chinese the system stands behind the browser', () => {
  expect(deviceName(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/143.0.0.0 Safari/537.36`, 'zh')).toBe('Chrome 143（Linux）');
  expect(deviceName('curl/8.5.0', 'zh')).toBe('curl/8.5.0');
});
