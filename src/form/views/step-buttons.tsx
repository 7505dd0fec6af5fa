import type { Group } from '#domain/model.ts';
import { useForm } from '#form/form-context.ts';

type Props = { current: number; groups: Group[]; uiKey: string; fields: string[] };

/** Backwards and forwards through the steps; leaving a step shows what is wrong in it. */
export function StepButtons({ current, groups, uiKey, fields }: Props) {
  const { store, t, onLeave } = useForm();
  const go = (index: number): void => {
    for (const pointer of fields) onLeave(pointer);
    store.setUi(uiKey, groups[index]?.name ?? '');
  };
  return (
    <div className="wf-row">
      <button type="button" className="btn" disabled={current === 0} onClick={() => go(current - 1)}>
        {t('previous')}
      </button>
      <button type="button" className="btn" disabled={current === groups.length - 1} onClick={() => go(current + 1)}>
        {t('next')}
      </button>
    </div>
  );
}
