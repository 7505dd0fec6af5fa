import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, offsetName } from '#domain/units/date-time.ts';
import { token, useTheme } from '#ui/theme.ts';
import type { Look } from './options.ts';

const COLOURS = 6;
const HEAT = 4;

/** Colours of the theme on the page, words of its language, times in the reader's zone. */
export function useLook(): Look {
  const theme = useTheme();
  const { t } = useTranslation('charts');
  return useMemo(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return {
      // the tokens are those of this theme
      colours: Array.from({ length: COLOURS }, (_, index) => token(`chart-${index + 1}`)),
      heat: Array.from({ length: HEAT }, (_, index) => token(`heat-${index + 1}`)),
      text: token('text'),
      faint: token('text-3'),
      line: token('border'),
      surface: token('surface'),
      shade: token(theme === 'dark' ? 'surface-3' : 'surface-2'),
      tones: { info: token('info'), warning: token('warning'), danger: token('danger') },
      time: (at) => formatDateTime(new Date(at).toISOString(), timeZone),
      zone: (at) => offsetName(timeZone, at),
      words: { gap: t('gap.inside'), read: t('read'), before: t('before'), between: t('between') },
      font: token('font'),
      still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    };
  }, [theme, t]);
}
