import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loginAddress, logoutAddress, redirectOf, safePath } from './address.ts';

const origin = 'https://console.example';
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('window', { location: { origin } });
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null });
});
afterEach(() => vi.unstubAllGlobals());

test.each(['/tag', '/tag?page=2&f.status=firing', '/site?view=a%2Fb#top'])('%s stays', (path) => {
  expect(safePath(path, origin)).toBe(path);
  expect(redirectOf(new URL(loginAddress(path), origin).search)).toBe(path);
});

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'evil',
  '',
  '/login?redirect=/tag',
])('%j leads to the start page', (path) => {
  expect(safePath(path, origin)).toBe('/');
});

test('log-out leads to where the log-in was, else to the dashboard', () => {
  expect(logoutAddress()).toBe('/login?redirect=%2Fdashboard');
  kept.set('wan.loginAddress', '/login?redirect=%2Ftag');
  expect(logoutAddress()).toBe('/login?redirect=%2Ftag');
  kept.set('wan.loginAddress', '/login?redirect=%2F%2Fevil.example');
  expect(logoutAddress()).toBe('/login');
  kept.set('wan.loginAddress', 'https://evil.example/login');
  expect(logoutAddress()).toBe('/login?redirect=%2Fdashboard');
});
