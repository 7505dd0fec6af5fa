import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import type { Scope } from '#resource/scope.ts';
import { FindingsTable } from './findings-table.tsx';
import type { Phase } from './use-import.ts';

type Props = { scope: Scope; root: Field; result: Extract<Phase, { kind: 'over' }>; onClose: () => void };

export function ResultStep({ scope, root, result, onClose }: Props) {
  const { t } = useTranslation('resource');
  const { counts, findings, source } = result;
  return (
    <div className="rb">
      <p className={counts.failed > 0 ? 'rb-warn' : 'rb-ok'} role="status">
        {t('import.result', counts)}
      </p>
      {findings.length > 0 && <FindingsTable scope={scope} root={root} findings={findings} source={source} />}
      <div className="rb-buttons">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
    </div>
  );
}
