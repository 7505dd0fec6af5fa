import { useId, useState } from 'react';
import type { Field, Json, Labels, Language } from '#domain/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import { Dialog } from '#ui/dialog.tsx';
import { differences, merged, type Difference } from '#form/engine/merge.ts';
import { diff } from '#history/diff.ts';
import { ChangedValue, pathLabel as labelAt, visibleChanges } from '#history/diff-table.tsx';
import { parsePointer } from '#domain/pointer.ts';
import { fieldsOf } from '#form/engine/layout.ts';
import { stepGroup, stepsOf } from '#form/steps/steps.ts';
import { pathLabel } from './path-label.ts';
import { cellFor } from '#cells/registry.ts';
import type { FormScope } from './form-context.ts';

type Props = {
  scope: Pick<FormScope, 'root' | 'labels' | 't'>;
  base: Json;
  mine: Json;
  theirs: Json;
  title: string;
  /** The merged document is saved at once. */
  saves: boolean;
  /** The merged document; the base is theirs from now on. */
  onMerge: (doc: Json) => void;
  onCancel: () => void;
};

/** Somebody else saved in between: what each side has, beside what both started from, and a choice for every place. */
export function ConflictView({ scope: { root, labels, t }, base, mine, theirs, title, saves, onMerge, onCancel }: Props) {
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
            {open > 0 ? t('conflict.open', { count: open }) : t(saves ? 'conflict.save' : 'conflict.merge')}
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
            {sectionsOf(root, all).map(({ group, rows }) => (
              <div key={group ?? ''} role="rowgroup" aria-label={group && (labels.groups[group] ?? group)}>
                {group !== undefined && (
                  <div role="row" className="wf-conflict-section">
                    <strong role="rowheader">{labels.groups[group] ?? group}</strong>
                    <span role="cell" className="wx-row">
                      {(['mine', 'theirs'] as const).map((side) => (
                        <button
                          key={side}
                          type="button"
                          className="btn btn-small"
                          onClick={() =>
                            choose(
                              rows.map(({ pointer }) => pointer),
                              side,
                            )
                          }
                        >
                          {t(side === 'mine' ? 'conflict.allMine' : 'conflict.allTheirs')}
                        </button>
                      ))}
                    </span>
                  </div>
                )}
                {rows.map((each) => (
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
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The places by the steps of the form, in their order; a form without steps has one section without a name. */
function sectionsOf(root: Field, all: readonly Difference[]): { group: string | undefined; rows: Difference[] }[] {
  const steps = stepsOf(stepGroup(root.groups)?.groups ?? []);
  const sectionOf = ({ pointer }: Difference): string | undefined =>
    steps.find(({ group }) => fieldsOf(group).includes(parsePointer(pointer)[0] ?? ''))?.group.name;
  const sections = Map.groupBy(all, sectionOf);
  const order = [...steps.map(({ group }) => group.name), undefined];
  return order.flatMap((group) => {
    const rows = sections.get(group);
    return rows ? [{ group, rows }] : [];
  });
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
            <Shown field={each.field} base={each.base} value={each[side]} labels={labels} language={language} t={t} />
          </label>
        </div>
      ))}
    </div>
  );
}

type ShownProps = {
  field: Field;
  /** What the others are told against. */
  base?: Json;
  value: Json | undefined;
  labels: Labels;
  language: Language;
  t: FormScope['t'];
};

function Shown({ field, base, value, labels, language, t }: ShownProps) {
  if (value === undefined || value === null || value === '') return <span className="wx-note">{t('conflict.nothing')}</span>;
  if (field.writeOnly) return <span>••••••</span>;
  if (typeof value === 'object' && !(Array.isArray(value) && value.every((item) => typeof item !== 'object'))) {
    const of = { root: alone(field), labels, language };
    const before = base === undefined ? {} : { [field.name]: base };
    const changes = visibleChanges(of, diff(of.root, before, { [field.name]: value }));
    if (changes.length === 0) return <span className="wx-note">{t('conflict.asBefore')}</span>;
    return (
      <ul className="wf-changes">
        {changes.map(({ pointer, field: at, before: was, after }) => (
          <li key={`${pointer}${was === undefined ? '+' : '-'}`}>
            <span>{labelAt(of, of.root, pointer)}</span>
            {was !== undefined && (
              <del>
                <ChangedValue of={of} field={at} value={was} />
              </del>
            )}
            {after !== undefined &&
              (base === undefined ? (
                <ChangedValue of={of} field={at} value={after} />
              ) : (
                <ins>
                  <ChangedValue of={of} field={at} value={after} />
                </ins>
              ))}
          </li>
        ))}
      </ul>
    );
  }
  const Cell = cellFor(field);
  return <Cell field={field} value={value} row={{}} labels={labels} language={language} />;
}

/** A document of one property. */
function alone(field: Field): Field {
  return { name: '', path: '', kind: 'object', fields: [field] };
}
