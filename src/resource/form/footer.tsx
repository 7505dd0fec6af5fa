import { Button } from 'antd';
import { useDerived, useForm } from '#resource/form/form-context.ts';

type Props = { busy: boolean; submitLabel: string | undefined; onCancel: () => void };

export function Footer({ busy, submitLabel, onCancel }: Props) {
  const { store, mode, t } = useForm();
  const dirty = useDerived('', () => store.isDirty());
  return (
    <div className="wf-footer">
      <span className="wx-note" aria-live="polite">
        {dirty ? t('unsaved') : ''}
      </span>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button type="primary" htmlType="submit" loading={busy}>
        {submitLabel ?? t(mode === 'create' ? 'create' : 'save')}
      </Button>
    </div>
  );
}
