import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headerValue, keepHeaders } from '#api/asked-headers.ts';
import { asText, isJson } from '#domain/json.ts';
import { getPointer } from '#domain/pointer.ts';
import type { Field, Json } from '#domain/model.ts';
import { filterFor } from '#filters/registry.ts';
import { DocumentContext, type DocumentSource } from '#controls/control.ts';
import { fieldLabel, humanised, refOf } from '#resource/fields.ts';
import { filterTexts, parsedFilter } from '#resource/list-answer.ts';
import type { Scope } from '#resource/scope.ts';
import { narrowed, type PageState } from '#resource/url-state.ts';
import type { ChangeState } from '#resource/use-page-state.ts';
import { type Prerequisite, prerequisitesOf } from './prerequisites.ts';
import { rememberedParent, rememberParents } from '#resource/remembered-parents.ts';

export type ParentFieldsProps = { scope: Scope; state: PageState; onChange: ChangeState };

type Values = Readonly<Record<string, Json | undefined>>;

/** Asks whose rows to show, and what the list does not answer without. What was chosen before is chosen again. */
export function ParentFields({ scope, state, onChange }: ParentFieldsProps) {
  const prerequisites = prerequisitesOf(scope.resource, scope);
  const missing = prerequisites.filter(({ field, optional, ...place }) => !optional && given(state, { field, ...place }) === undefined);
  const known = missing.flatMap(({ field, in: place }): [string, string][] => {
    const value = place === 'path' ? rememberedParent(field) : undefined;
    return value === undefined ? [] : [[field.name, value]];
  });
  const filled = JSON.stringify(Object.fromEntries(known));
  useEffect(() => {
    if (filled !== '{}') onChange(({ parents }) => ({ parents: { ...JSON.parse(filled), ...parents } }), 'replace');
  }, [filled, onChange]);
  if (prerequisites.length === 0) return <ItemField scope={scope} onChange={onChange} />;
  const values = Object.fromEntries(prerequisites.map((each) => [each.field.name, given(state, each)]));
  // what came with the address is what the fields begin with
  return (
    <>
      <Fields key={JSON.stringify(values)} prerequisites={prerequisites} values={values} scope={scope} state={state} onChange={onChange} />
      <ItemField scope={scope} onChange={onChange} />
    </>
  );
}

/** What is listed nowhere is opened by its id. */
function ItemField({ scope: { resource, get, labels }, onChange }: Pick<ParentFieldsProps, 'scope' | 'onChange'>) {
  const { t } = useTranslation('resource');
  const id = useId();
  if (resource.settings || resource.operations.list.length > 0 || !get) return null;
  const label = labels.fields[resource.id] ?? humanised(resource.id);
  return (
    <form
      className="rf-line"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = asText(new FormData(event.currentTarget).get('id'))?.trim() ?? '';
        if (wanted !== '') onChange({ view: wanted });
      }}
    >
      <span className="rf-filter">
        <label htmlFor={id}>{label}</label>
        <input className="input" id={id} name="id" required autoComplete="off" />
      </span>
      <button type="submit" className="btn">
        {t('parent.open')}
      </button>
    </form>
  );
}

function given({ parents, filters }: PageState, { field, in: place }: Omit<Prerequisite, 'optional'>): Json | undefined {
  if (place === 'header') return headerValue(field);
  return place === 'path' ? parents[field.name] : filters[field.name] && parsedFilter(field, filters[field.name] ?? []);
}

type FieldsProps = ParentFieldsProps & { prerequisites: Prerequisite[]; values: Values };

function Fields({ prerequisites, values: before, scope, state, onChange }: FieldsProps) {
  const { t } = useTranslation('resource');
  const id = useId();
  const [values, setValues] = useState<Values>(before);
  // a text that was just typed is handed on when its field is left
  const latest = useRef(values);
  const source = useMemo<DocumentSource>(() => {
    const document = Object.fromEntries(Object.entries(values).filter(([, value]) => isJson(value)));
    return { get: (pointer) => asJson(getPointer(document, pointer)), subscribe: () => () => {} };
  }, [values]);
  const show = (next: Values): void => {
    const paths = prerequisites.filter((each) => each.in === 'path').map(({ field }) => field);
    const parents = textsFor(next, paths);
    const filters = Object.fromEntries(
      prerequisites.filter((each) => each.in === 'query').map(({ field }) => [field.name, filterTexts(next[field.name])] as const),
    );
    rememberParents(paths, parents);
    const headers = prerequisites.filter((each) => each.in === 'header').map(({ field }) => field);
    keepHeaders(textsFor(next, headers));
    onChange(narrowed({ parents, filters: { ...state.filters, ...filters }, view: undefined }));
  };
  return (
    <form
      className="rf-line"
      onSubmit={(event) => {
        event.preventDefault();
        show(latest.current);
        const left = prerequisites.find(({ field, optional }) => !optional && (latest.current[field.name] ?? '') === '');
        // nothing is shown without it
        if (left) document.getElementById(id + left.field.name)?.focus();
      }}
    >
      <DocumentContext value={source}>
        {prerequisites.map(({ field, optional, in: place }) => {
          const ref = refOf(field);
          const label =
            place === 'header'
              ? field.name
              : (ref && scope.model.resources[ref.resource]?.title[scope.language]) || fieldLabel(scope.labels, field);
          const Widget = filterFor(field);
          return (
            <span key={field.name} className="rf-filter">
              <label id={`${id}${field.name}-label`} htmlFor={id + field.name}>
                {label}
                {!optional && <span aria-hidden> *</span>}
              </label>
              <Widget
                id={id + field.name}
                field={field}
                label={label}
                labels={scope.labels}
                value={values[field.name]}
                required={!optional}
                onChange={(value) => {
                  const next = { ...latest.current, [field.name]: value };
                  latest.current = next;
                  setValues(next);
                  // what is picked is meant
                  if (ref && prerequisites.every((each) => each.optional || next[each.field.name] !== undefined)) show(next);
                }}
              />
            </span>
          );
        })}
      </DocumentContext>
      <button type="submit" className="btn">
        {t('parent.show')}
      </button>
    </form>
  );
}

function textsFor(values: Values, fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, (asText(values[name]) ?? String(values[name] ?? '')).trim()]));
}

function asJson(value: unknown): Json | undefined {
  return isJson(value) ? value : undefined;
}
