import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { MenuButton } from '#ui/menu-button.tsx';
import { chooseTheme, themes, useThemeChoice } from '#ui/theme.ts';

const icons = { light: 'sun', dark: 'moon', system: 'system' } as const;

export function ThemeSwitch(): ReactNode {
  const { t } = useTranslation('shell');
  const chosen = useThemeChoice();
  const items = themes.map((choice) => ({
    key: choice,
    label: t(`theme.${choice}`),
    checked: choice === chosen,
    onSelect: () => chooseTheme(choice),
  }));
  return (
    <MenuButton label={t('theme.label')} className="top-button" items={() => items}>
      <Icon name={icons[chosen]} />
    </MenuButton>
  );
}
