import { useContext, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { joinPointer } from '#domain/pointer.ts';
import { asObject } from '#domain/json.ts';
import type { Group } from '#domain/form-layout.ts';
import { humanised } from '#resource/fields.ts';
import { useDerived, useForm } from '#form/form-context.ts';
import { fieldsOf } from '#form/engine/layout.ts';
import { LifecycleContext } from './lifecycle-context.ts';
import {
  goToStep,
  isBranch,
  isValid,
  openStep,
  type Step,
  stepsOf,
  type StepsProps,
  stepState,
  type StepState,
  visitedKey,
} from './steps.ts';
import { setOf, useBroken } from './use-broken.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import './steps.css';

const icons: Readonly<Record<StepState, IconName | undefined>> = {
  done: 'check',
  invalid: 'warning',
  untouched: undefined,
  optional: undefined,
  absent: undefined,
};

/** A form as steps beside each other: any may be opened at any time, and each says where it stands. */
export function StepsView({ owner, pointer, parent, groups, body }: StepsProps) {
  const { store, labels, onLeave } = useForm();
  const { t } = useTranslation('steps');
  const id = useId();
  const steps = useMemo(() => stepsOf(groups), [groups]);
  const name = useSyncExternalStore(store.subscribeUi, () => openStep(store, pointer, parent, groups)?.name);
  const current = Math.max(
    0,
    steps.findIndex(({ group }) => group.name === name),
  );
  const [listed, setListed] = useState(false);
  const states = useStates(owner, pointer, steps);
  const broken = useBroken();
  const lifecycle = useContext(LifecycleContext);
  const open = steps[current];
  if (!open) return null;
  const titleOf = (group: Group): string => labels.groups[group.name] ?? humanised(group.name);

  const go = (step: Step | undefined): void => {
    if (!step) return;
    store.setUi(visitedKey(pointer, open.group.name), true);
    for (const field of fieldsOf(open.group)) onLeave(joinPointer(pointer, field));
    goToStep(store, pointer, parent, step);
    setListed(false);
    // whoever walks with the keyboard begins at the head of the step
    requestAnimationFrame(() => {
      const head = document.getElementById(`${id}-head`);
      head?.focus({ preventScroll: true });
      head?.scrollIntoView({ block: 'nearest' });
    });
  };
  const entry = (group: Group) => {
    if (isBranch(group))
      return (
        <li key={group.name} data-flag={group.flag} data-valid={isValid(group, broken)}>
          <span className="st-branch" id={`${id}-${group.name}`}>
            {titleOf(group)}
          </span>
          <ol aria-labelledby={`${id}-${group.name}`}>{(group.groups ?? []).map(entry)}</ol>
        </li>
      );
    const index = steps.findIndex((step) => step.group === group);
    return (
      <li key={group.name} data-flag={group.flag} data-valid={group.flag === undefined ? undefined : isValid(group, broken)}>
        <button
          type="button"
          data-step={group.name}
          data-state={states[index]}
          aria-current={index === current ? 'step' : undefined}
          onClick={() => go(steps[index])}
        >
          <Mark state={states[index]} />
          <span className="st-name">{titleOf(group)}</span>
          {fieldsOf(group).length > 0 && <small>{t(`state.${states[index] ?? 'untouched'}`)}</small>}
        </button>
      </li>
    );
  };
  // what holds no fields, or does not apply, is not to be done
  const applies = states.filter((state, index) => state !== 'absent' && fieldsOf(steps[index]?.group ?? open.group).length > 0);
  const counted = applies.filter((state) => state !== 'optional');
  const optional = applies.length - counted.length;
  const wrong = counted.filter((state) => state === 'invalid').length;
  const progress = t('progress', { done: counted.filter((state) => state === 'done').length, count: counted.length });
  return (
    <div className="st">
      <nav className="st-nav" aria-label={t('steps')} data-open={listed || undefined}>
        <button type="button" className="btn st-menu" aria-expanded={listed} onClick={() => setListed(!listed)}>
          <Icon name="menu" size={16} />
          {t('at', { number: current + 1, count: steps.length, name: titleOf(open.group) })}
        </button>
        <p className="st-progress">
          {progress}
          {optional > 0 && t('optional', { count: optional })}
          {wrong > 0 && <strong> {t('wrong', { count: wrong })}</strong>}
        </p>
        <ol className="st-list">{groups.map(entry)}</ol>
      </nav>
      <section className="st-body" aria-labelledby={`${id}-head`} data-testid={`step-${open.group.name}`}>
        <h2 id={`${id}-head`} tabIndex={-1}>
          {titleOf(open.group)}
        </h2>
        {open.group.widget === 'lifecycle' ? (
          lifecycle
        ) : states[current] === 'absent' ? (
          <p className="wf-help">{t('absentHelp')}</p>
        ) : (
          body(open.group)
        )}
        <div className="st-move">
          <button type="button" className="btn" disabled={current === 0} onClick={() => go(steps[current - 1])}>
            <Icon name="left" size={14} />
            {t('previous')}
          </button>
          <button type="button" className="btn" disabled={current === steps.length - 1} onClick={() => go(steps[current + 1])}>
            {t('next')}
            <Icon name="right" size={14} />
          </button>
        </div>
      </section>
    </div>
  );
}

function Mark({ state }: { state: StepState | undefined }) {
  const icon = state && icons[state];
  return (
    <span className="st-mark" aria-hidden>
      {icon && <Icon name={icon} size={13} />}
    </span>
  );
}

/** One state for each step; drawn again only when one of them is another. */
function useStates(owner: StepsProps['owner'], pointer: string, steps: readonly Step[]): StepState[] {
  const { store, mode } = useForm();
  const broken = useBroken();
  const visited = useSyncExternalStore(store.subscribeUi, () =>
    steps.map(({ group }) => (store.ui(visitedKey(pointer, group.name)) === true ? '1' : '0')).join(''),
  );
  const joined = useDerived(pointer, (document) => {
    const names = steps.flatMap(({ group }) => fieldsOf(group));
    const changed = new Set(names.filter((name) => store.isDirty(joinPointer(pointer, name))));
    const stored = mode === 'update' ? setOf(Object.keys(asObject(store.base()))) : setOf([]);
    return steps
      .map(({ group }, index) => stepState(owner, group, document, { broken, changed, stored, visited: visited[index] === '1' }))
      .join(' ');
  });
  return useMemo(() => joined.split(' ').filter(isState), [joined]);
}

function isState(word: string): word is StepState {
  return word in icons;
}
