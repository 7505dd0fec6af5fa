import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';
import type { WholeScope } from '#resource/scope.ts';
import { ImportFlow } from '#import/import-flow.tsx';

type Props = { scope: WholeScope; onClose: () => void };

export function ImportTask({ scope, onClose }: Props) {
  const { t } = useTranslation('resource');
  return (
    <Dialog wide title={t('import.title', { title: scope.labels.plural })} onClose={onClose}>
      <ImportFlow scope={scope} onClose={onClose} />
    </Dialog>
  );
}
