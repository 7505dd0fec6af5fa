import type { TFunction } from 'i18next';
import { isAgreed } from '#controls/agreed.ts';
import type { FormError } from '#form/engine/errors.ts';
import type { FormStore } from '#form/engine/store.ts';
import { confirm } from '#ui/confirm.tsx';

/** What saving asks, but for what was answered while it was filled in. */
export async function ask(store: FormStore, questions: readonly FormError[], t: TFunction<'form'>): Promise<boolean> {
  const open = questions.filter(({ pointer }) => !isAgreed(store, pointer, store.get(pointer)));
  if (open.length === 0) return true;
  return confirm({
    title: t('confirm.title'),
    body: (
      <ul className="wf-questions">
        {open.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    ),
    action: t('confirm.ok'),
  });
}
