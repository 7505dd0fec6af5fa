import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCan } from '#api/can.ts';
import { useWorkspace } from '#api/workspace.ts';
import { resourceQuery, useModel } from '#api/model.ts';
import type { Field } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import { isPlayed } from '#api/mutator.ts';
import { textOf } from '#cells/cell.ts';
import { useUndo } from './use-undo.tsx';

/** In an entry of a log: takes back all that its request did. `field.options` name the properties that hold kind and account. */
export function UndoRequest({ field, row }: { field: Field; row: Row }) {
  const { t } = useTranslation('resource');
  const model = useModel();
  const { language } = useWorkspace();
  const can = useCan();
  const { undo, busy } = useUndo();
  const offered = isPlayed('undo');
  const at = (option: string): string => textOf(row[textOf(field.options?.[option])]);
  const name = at('resource');
  const loaded = useQuery({ ...resourceQuery(name, language), enabled: offered && name in model.resources });
  const { create = [], update = [], delete: remove = [] } = loaded.data?.resource.operations ?? {};
  const [requestId, actor] = [textOf(row[field.name]), at('actor')];
  if (requestId === '' || ![...create, ...update, ...remove].some((op) => can(op))) return null;
  return (
    <button type="button" className="btn rt-small" disabled={busy} onClick={() => void undo({ requestId, actor })}>
      {t('undo.offer')}
    </button>
  );
}
