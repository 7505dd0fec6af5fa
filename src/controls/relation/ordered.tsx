import { useQueries } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import type { Json } from '#domain/model.ts';
import { Relation } from './relation.tsx';
import { labelQuery } from '#cells/relation-labels.ts';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';
import { Icon } from '#ui/icon.tsx';
import './ordered.css';

/** Objects of another resource in an order that matters: what is chosen joins at the end, each can be moved. */
export function Ordered(props: ControlProps) {
  const { id, field, value, onChange, label, disabled } = props;
  const { t } = useTranslation('form');
  const workspace = useWorkspace();
  const chosen = Array.isArray(value) ? value : [];
  const ref = field.ref ?? field.items?.ref;
  const names = useQueries({
    queries: chosen.map((each) => labelQuery(ref && 'resource' in ref ? ref : { resource: '' }, textOf(each), workspace)),
  });
  const move = (event: MouseEvent<HTMLButtonElement>, from: number, to: number): void => {
    if (to < 0 || to >= chosen.length) return;
    const button = event.currentTarget;
    onChange(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from] ?? null));
    // the row takes its place in the document anew, and would lose the focus
    requestAnimationFrame(() => button.focus());
  };
  const add = (next: Json | undefined): void => {
    const added = (Array.isArray(next) ? next : []).filter((each) => !chosen.includes(each));
    if (added.length > 0) onChange([...chosen, ...added]);
  };
  return (
    <div className="wx-ordered">
      {chosen.length > 0 && (
        <ol aria-label={label}>
          {chosen.map((each, index) => {
            const name = names[index]?.data ?? textOf(each);
            return (
              <li key={textOf(each)}>
                <span>{index + 1}</span>
                <strong>{name}</strong>
                {!disabled && (
                  <>
                    <button
                      type="button"
                      className="wx-button"
                      aria-label={t('moveUp', { name })}
                      aria-disabled={index === 0}
                      onClick={(event) => move(event, index, index - 1)}
                    >
                      <Icon name="up" size={14} />
                    </button>
                    <button
                      type="button"
                      className="wx-button"
                      aria-label={t('moveDown', { name })}
                      aria-disabled={index === chosen.length - 1}
                      onClick={(event) => move(event, index, index + 1)}
                    >
                      <Icon name="down" size={14} />
                    </button>
                    <button
                      type="button"
                      className="wx-button"
                      aria-label={t('removeNamed', { name })}
                      onClick={() => {
                        onChange(chosen.toSpliced(index, 1));
                        // the button is gone: the keyboard goes on at the picker
                        document.getElementById(id)?.focus();
                      }}
                    >
                      <Icon name="close" size={14} />
                    </button>
                  </>
                )}
              </li>
            );
          })}
        </ol>
      )}
      <Relation {...props} value={[]} onChange={add} />
    </div>
  );
}

export const examples: Example[] = [
  {
    name: 'ordered relations',
    field: exampleField('rules', { kind: 'array', items: exampleField('', { ref: { resource: 'PolicyRule' } }), widget: 'ordered' }),
    value: ['pol-1', 'pol-2'],
  },
];
