import { useMemo } from 'react';
import { token, useTheme } from '#ui/theme.ts';
import type { State } from './network.ts';

/** Colours of the theme on the page. */
export type Look = {
  surface: string;
  land: string;
  coast: string;
  text: string;
  faint: string;
  ring: string;
  focus: string;
  denied: string;
  states: Record<State, string>;
  font: string;
};

export function useLook(): Look {
  const theme = useTheme();
  return useMemo(
    // the tokens are those of this theme
    () => ({
      surface: token('surface'),
      land: token('surface-3'),
      coast: token('border'),
      text: token('text'),
      faint: token('text-3'),
      ring: token('border'),
      focus: token('focus'),
      denied: token('danger'),
      states: {
        up: token('success'),
        degraded: token('warning'),
        down: token('danger'),
        unknown: token('neutral'),
        off: token('border-strong'),
      },
      font: token('font'),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [theme],
  );
}
