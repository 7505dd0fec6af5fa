import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asObject } from '#domain/json.ts';
import { diff } from '#history/diff.ts';
import { comparedOf, DiffTable, visibleChanges } from '#history/diff-table.tsx';
import type { WholeScope } from '#resource/scope.ts';
import { contentOf, type Line, type Plan } from '#import/check/check-rows.ts';

type Props = { scope: WholeScope; plan: Plan; lines: readonly Line[] };

const SHOWN = 20;
/** So few rows are read at a glance; of more, each is opened by who wants to know. */
const OPEN = 5;

/** What an import would store, row by row: of a change every property before and after. */
export function ChangesList({ scope, plan, lines }: Props) {
  const { t } = useTranslation('resource');
  const [most, setMost] = useState(SHOWN);
  if (lines.length === 0) return null;
  return (
    <section aria-label={t('import.changes')}>
      <h3>{t('import.changes')}</h3>
      <ul className="ri-changes">
        {lines.slice(0, most).map((line) => (
          <li key={line.row.line}>
            <LineChanges scope={scope} plan={plan} line={line} open={lines.length <= OPEN} />
          </li>
        ))}
      </ul>
      {lines.length > most && (
        <button type="button" className="btn rt-small" onClick={() => setMost((before) => before + 5 * SHOWN)}>
          {t('import.moreChanges', { count: lines.length - most })}
        </button>
      )}
    </section>
  );
}

function LineChanges({ scope, plan, line, open }: Omit<Props, 'lines'> & { line: Line; open: boolean }) {
  const { t } = useTranslation('resource');
  const [isOpen, setOpen] = useState(open);
  const { existing, document, row } = line;
  const of = useMemo(() => ({ ...comparedOf(scope), root: existing ? plan.updateRoot : plan.root }), [scope, plan, existing]);
  const changes = useMemo(
    () => (existing ? diff(of.root, contentOf(existing, plan), contentOf(document, plan)) : diff(of.root, {}, document)),
    [of, plan, existing, document],
  );
  const count = visibleChanges(of, changes).length;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('import.lineOf', { line: row.line })} <strong>{scope.nameOf(existing ?? asObject(document))}</strong>{' '}
        <span className="rd-none">{existing ? t('import.places', { count }) : t('import.new')}</span>
      </summary>
      {isOpen && <DiffTable of={of} changes={changes} />}
    </details>
  );
}
