import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { language } from '#api/language.ts';
import { Icon } from '#ui/icon.tsx';
import { MenuButton } from '#ui/menu-button.tsx';
import { changeLanguage } from '#app/base/i18n.ts';

const languages = ['zh', 'en'] as const;

export function LanguageSwitch(): ReactNode {
  const { t } = useTranslation('shell');
  const active = language();
  const items = languages.map((each) => ({
    key: each,
    label: t(`language.${each}`),
    lang: each,
    checked: each === active,
    onSelect: () => void changeLanguage(each),
  }));
  return (
    <MenuButton label={t('language.label')} className="top-button" items={() => items}>
      <Icon name="language" />
    </MenuButton>
  );
}
