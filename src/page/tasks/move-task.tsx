import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { Dialog } from '#ui/dialog.tsx';
import { pagesOf } from '#resource/pages-of.ts';
import type { Row } from '#resource/list-answer.ts';
import type { WholeScope } from '#resource/scope.ts';
import { arranged } from '#list/table/reorder.ts';
import type { Keyed } from '#resource/selection.ts';
import { useReorder } from '#list/table/use-reorder.ts';
import { Names } from '#bulk/names.tsx';

type Props = { scope: WholeScope; order: string; rows: Row[]; onClose: () => void };

/** Moves rows together to a place in the whole list, beyond the page that is shown. */
export function MoveTask({ scope, order, rows, onClose }: Props) {
  const { t } = useTranslation('resource');
  const id = useId();
  const [text, setText] = useState('1');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = useReorder(scope, order);
  const [only] = rows;

  const move = async (place: number): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const all = await allRows(scope);
      const moving = new Set(rows.map((row) => scope.key(row).id));
      const { changes } = arranged(all, moving, Math.min(place, all.length) - 1, order);
      const name = rows.length === 1 && only ? scope.nameOf(only) : String(rows.length);
      if (changes.length === 0 || (await save(changes, name))) onClose();
    } catch (thrown) {
      setError(errorMessage(thrown));
    }
    setBusy(false);
  };

  const place = /^[1-9]\d{0,5}$/.test(text.trim()) ? Number(text) : undefined;
  return (
    <Dialog
      title={only && rows.length === 1 ? t('order.moveOne', { name: scope.nameOf(only) }) : t('order.moveMany', { count: rows.length })}
      onClose={onClose}
    >
      <form
        className="rb"
        onSubmit={(event) => {
          event.preventDefault();
          if (place !== undefined && !busy) void move(place);
        }}
      >
        {rows.length > 1 && <Names scope={scope} rows={rows} excluded={0} />}
        <label htmlFor={id}>{t('order.place')}</label>
        <input
          id={id}
          className="input"
          data-focus
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={place === undefined || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-hint`}>{t('order.placeHint')}</p>
        {error !== undefined && (
          <p className="rb-error" role="alert">
            {error}
          </p>
        )}
        <div className="rb-buttons">
          <button type="button" className="btn" disabled={busy} onClick={() => void move(Number.MAX_SAFE_INTEGER)}>
            {t('order.toEnd')}
          </button>
          <button type="button" className="btn" disabled={busy} onClick={() => void move(1)}>
            {t('order.toTop')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={busy || place === undefined}>
            {t('order.move')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Everything in its order, whatever the page is narrowed to: a place counts in the whole list. */
async function allRows(scope: WholeScope): Promise<Keyed[]> {
  const { list } = scope;
  if (!list) return [];
  const all: Keyed[] = [];
  const state = { filters: {}, keyword: '', sort: '' };
  for await (const { rows } of pagesOf(list, { path: scope.path(list), params: scope.params }, state, new AbortController().signal))
    all.push(...rows.map(scope.key));
  return all;
}
