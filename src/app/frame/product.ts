import { useTranslation } from 'react-i18next';
import { config } from '#api/config.ts';

/** What the console is called: a contract that is not ours has its own title. */
export function useProduct(): string {
  const { t } = useTranslation('shell');
  return config().foreign?.title ?? t('product');
}
