import { useId, useState } from 'react';
import type { Field, Json, Labels, Language } from '#domain/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import { Dialog } from '#ui/dialog.tsx';
import { differences, merged, type Difference } from '#form/engine/merge.ts';
import { pathLabel } from './path-label.ts';
import { cellFor } from '#cells/registry.ts';
import type { FormScope } from './form-context.ts';

type Props = {
  scope: Pick<FormScope, 'root' | 'labels' | 't'>;
  base: Json;
  mine: Json;
  theirs: Json;
  title: string;
  /** The merged document; the base is theirs from now on. */
  onMerge: (doc: Json) => void;
  onCancel: () => void;
};

/** Somebody else saved in between: what each side has, beside what both started from, and a choice for every place. */
export function ConflictView({ scope: { root, labels, t }, base, mine, theirs, title, onMerge, onCancel }: Props) {
  const { language } = useWorkspace();
  const [all] = useState(() => differences(root, base, mine, theirs));
  const [choices, setChoices] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map());
  const open = all.filter((each) => (choices.get(each.pointer) ?? each.choice) === undefined).length;
  const choose = (pointers: string[], side: 'mine' | 'theirs'): void =>
    setChoices(new Map([...choices, ...pointers.map((pointer) => [pointer, side] as const)]));
  const pointers = all.map((each) => each.pointer);
  return (
    <Dialog
      wide
      title={title}
      onClose={onCancel}
      footer={
        <>
          <button type="button" className="btn" onClick={onCancel}>
            {t('conflict.back')}
          </button>
          <button
            type="button"
            className="btn btn-primary"

            disabled={open > 0}
            onClick={() => onMerge(merged(theirs, all, choices))}
          >
            {open > 0 ? t('conflict.open', { count: open }) : t('conflict.save')}
          </button>
        </>
      }
    >
      <p>{all.length === 0 ? t('conflict.none') : t('conflict.explain')}</p>
      {all.length > 0 && (
        <>
          <div className="wx-row">
            <button type="button" className="btn btn-small" onClick={() => choose(pointers, 'mine')}>
              {t('conflict.allMine')}
            </button>
            <button type="button" className="btn btn-small" onClick={() => choose(pointers, 'theirs')}>
              {t('conflict.allTheirs')}
            </button>
          </div>
          <div className="wf-conflict" role="table" aria-label={title}>
            <div role="row" className="wf-conflict-head">
              {(['field', 'base', 'mine', 'theirs'] as const).map((name) => (
                <span key={name} role="columnheader">
                  {t(`conflict.${name}`)}
                </span>
              ))}
            </div>
            {all.map((each) => (
              <Row
                key={each.pointer}
                each={each}
                name={pathLabel(root, labels, mine, each.pointer)}
                labels={labels}
                language={language}
                chosen={choices.get(each.pointer) ?? each.choice}
                onChoose={(side) => choose([each.pointer], side)}
                t={t}
              />
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}

type RowProps = {
  each: Difference;
  name: string;
  labels: Labels;
  language: Language;
  chosen: 'mine' | 'theirs' | undefined;
  onChoose: (side: 'mine' | 'theirs') => void;
  t: FormScope['t'];
};

function Row({ each, name, labels, language, chosen, onChoose, t }: RowProps) {
  const group = useId();
  return (
    <div role="row" className="wf-conflict-row" data-open={chosen === undefined || undefined}>
      <strong role="rowheader">{name}</strong>
      <div role="cell" data-label={t('conflict.base')}>
        <Shown field={each.field} value={each.base} labels={labels} language={language} t={t} />
      </div>
      {(['mine', 'theirs'] as const).map((side) => (
        <div role="cell" key={side} data-label={t(`conflict.${side}`)}>
          <label className="wf-choice" data-chosen={chosen === side || undefined}>
            <input
              type="radio"
              name={group}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              aria-label={`${name}: ${t(`conflict.${side}`)}`}
            />
            <Shown field={each.field} value={each[side]} labels={labels} language={language} t={t} />
          </label>
        </div>
      ))}
    </div>
  );
}

function Shown({
  field,
  value,
  labels,
  language,
  t,
}: {
  field: Field;
  value: unknown;
  labels: Labels;
  language: Language;
  t: FormScope['t'];
}) {
  if (value === undefined || value === null || value === '') return <span className="wx-note">{t('conflict.nothing')}</span>;
  if (field.writeOnly) return <span>••••••</span>;
  if (typeof value === 'object' && !(Array.isArray(value) && value.every((item) => typeof item !== 'object'))) {
    return <pre className="wf-json">{JSON.stringify(value, null, 1)}</pre>;
  }
  const Cell = cellFor(field);
  return <Cell field={field} value={value as Json} row={{}} labels={labels} language={language} />;
}
