import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { choose } from '#api/choose.ts';
import type { ListedResource } from '#domain/model.ts';
import type { Scope } from '#resource/scope.ts';
import { narrowed, type PageState } from '#resource/url-state.ts';
import type { ChangeState } from '#resource/use-page-state.ts';

/** Path parameters of the list that nothing fills yet: a resource below others, whose parents are chosen first. */
export function missingParents(resource: ListedResource, scope: Scope): string[] {
  if (scope.list && scope.list.pathParams.every(({ name }) => name in scope.params)) return [];
  const nearest = choose(resource.operations.list, scope.params) ?? resource.operations.list[0];
  return (nearest?.pathParams ?? []).map(({ name }) => name).filter((name) => !(name in scope.params));
}

type Props = { names: string[]; state: PageState; onChange: ChangeState };

/** Asks which parent's rows to show. */
export function ParentFields({ names, state, onChange }: Props) {
  const { t } = useTranslation('resource');
  const id = useId();
  const all = [...new Set([...Object.keys(state.parents), ...names])];
  return (
    <form
      className="rf-line"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onChange(narrowed({ parents: Object.fromEntries(all.map((name) => [name, String(data.get(name) ?? '').trim()])) }));
      }}
    >
      {all.map((name) => (
        <span key={name} className="rf-filter">
          <label htmlFor={`${id}${name}`}>{name}</label>
          <input className="input" id={`${id}${name}`} name={name} required defaultValue={state.parents[name]} />
        </span>
      ))}
      <button type="submit" className="btn">
        {t('parent.show')}
      </button>
    </form>
  );
}
