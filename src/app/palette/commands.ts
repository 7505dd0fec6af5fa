import { useTranslation } from 'react-i18next';
import { useModel } from '#api/model.ts';
import { config } from '#api/config.ts';
import { isPlayed } from '#api/mutator.ts';
import { language } from '#api/language.ts';
import { useUser } from '#api/user.ts';
import { chooseTheme, themes } from '#ui/theme.ts';
import { useEnterMode } from '#app/scope/enter.ts';
import { changeLanguage } from '#app/base/i18n.ts';
import { allowedModes } from '#app/scope/modes.ts';
import { delegations } from '#app/scope/delegations.ts';
import { signOut } from '#app/account/sign-out.ts';
import { openOverlay } from '#app/base/overlays.ts';

type Command = { key: string; label: string; run: () => void };

/** What the shell's buttons and menus do, by name. */
export function useCommands(): Command[] {
  const { t } = useTranslation('shell');
  const model = useModel();
  const user = useUser();
  const enterMode = useEnterMode();
  const modes = allowedModes(user);
  const other = language() === 'zh' ? 'en' : 'zh';
  return [
    ...(modes.length > 1 ? modes : []).map((mode) => ({
      key: mode,
      label: `${t('mode.label')}: ${t(`mode.${mode}`)}`,
      run: () => void enterMode(mode),
    })),
    ...(delegations in model.resources ? [{ key: 'delegate', label: t('delegate.title'), run: () => openOverlay('delegate') }] : []),
    { key: 'drafts', label: t('user.drafts'), run: () => openOverlay('drafts') },
    ...(['password', 'sessions', 'totp'] as const)
      .filter(isPlayed)
      .map((key) => ({ key, label: t(`${key}.title`), run: () => openOverlay(key) })),
    ...(config().foreign
      ? []
      : [{ key: 'language', label: `${t('language.label')}: ${t(`language.${other}`)}`, run: () => void changeLanguage(other) }]),
    ...themes.map((theme) => ({
      key: theme,
      label: `${t('theme.label')}: ${t(`theme.${theme}`)}`,
      run: () => chooseTheme(theme),
    })),
    { key: 'help', label: t('keys.title'), run: () => openOverlay('help') },
    ...(config().foreign?.open ? [] : [{ key: 'logout', label: t('user.logout'), run: () => void signOut() }]),
  ];
}
