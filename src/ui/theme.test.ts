import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the menu has fixed colours of its own in both themes', () => {
  const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
  expect([...css.matchAll(/--side-bg: #[0-9a-f]{6};/g)].length).toBeGreaterThanOrEqual(2);
  expect(css).toMatch(/--side-accent: #[0-9a-f]{6};/);
});
