import { useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';

export const themes = ['light', 'dark', 'system'] as const;
type ThemeChoice = (typeof themes)[number];
export type Theme = 'light' | 'dark';

const key = 'wan.theme';
const dark = '(prefers-color-scheme: dark)';
const changes = changesOf();
let follows = false;

function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(key, choice);
  apply();
}

/** The theme on the page now; follows the system while nothing else is chosen. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shown);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

/** The value of a design token of theme.css, in the theme on the page: `token('primary')`. For canvas and antd, which need colours. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function shown(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function apply(): void {
  const choice = themeChoice();
  document.documentElement.dataset['theme'] = choice === 'system' ? (matchMedia(dark).matches ? 'dark' : 'light') : choice;
  changes.publish();
}

function subscribe(listener: () => void): () => void {
  if (!follows) matchMedia(dark).addEventListener('change', apply);
  follows = true;
  return changes.subscribe(listener);
}
