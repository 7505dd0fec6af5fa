import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { csvText } from '#domain/csv.ts';
import { prune, withoutSecrets } from '#domain/document.ts';
import { labelPaths } from '#domain/label.ts';
import type { Field, Json } from '#domain/model.ts';
import { fetchItem } from '#bulk/current-item.ts';
import { controlFor } from '#controls/registry.ts';
import { singlyUnique } from '#resource/fields.ts';
import type { WholeScope } from '#resource/scope.ts';
import { errorMessage } from '#api/error.ts';
import { asObject } from '#domain/json.ts';
import { expand, templateText, type Problem } from './expand.ts';

type Props = { scope: WholeScope; root: Field; onRead: (file: Blob) => void };

/** Many that differ in some places: one of them as a template, and what stands in its placeholders. */
export function TemplateSource({ scope, root, onRead }: Props): ReactNode {
  const { t } = useTranslation('steps');
  const id = useId();
  const [chosen, setChosen] = useState<Json>();
  const [template, setTemplate] = useState('');
  const [sheet, setSheet] = useState('');
  const [from, setFrom] = useState(1);
  const [count, setCount] = useState(10);
  const [error, setError] = useState<string>();
  const { resource, labels } = scope;
  const field: Field = { name: 'template', path: 'template', kind: 'text', ref: { resource: resource.name } };
  const Choice = controlFor(field);

  const choose = async (value: Json | undefined): Promise<void> => {
    setChosen(value);
    if (typeof value !== 'string') return;
    try {
      const { item } = await fetchItem(scope, { [resource.id]: value });
      setTemplate(templateText(templateOf(scope, root, item)));
      setError(undefined);
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };
  const make = (): void => {
    const expanded = expand(template, { sheet, from, count });
    if ('problem' in expanded)
      return setError(t(`template.problem.${expanded.problem.code}`, wordsOf(expanded.problem, t('resource:template.comma'))));
    setError(undefined);
    onRead(new Blob([csvText([expanded.headers, ...expanded.rows])]));
  };
  return (
    <div className="rb">
      <p className="wf-help">{t('template.hint')}</p>
      {error !== undefined && (
        <p className="rb-error" role="alert">
          {error}
        </p>
      )}
      {scope.get && (
        <>
          <label id={`${id}-choice-label`} htmlFor={`${id}-choice`}>
            {t('template.begin', { title: labels.title })}
          </label>
          <Choice
            id={`${id}-choice`}
            field={field}
            label={labels.title}
            value={chosen}
            onChange={(value) => void choose(value)}
            labels={labels}
          />
        </>
      )}
      <label htmlFor={`${id}-template`}>{t('template.text')}</label>
      <textarea
        id={`${id}-template`}
        className="input ri-paste"
        rows={12}
        spellCheck={false}
        placeholder={'name = Shop_{{name}}\nlan.0.lanIp = {{lan.1}}'}
        value={template}
        onChange={({ target }) => setTemplate(target.value)}
      />
      <label htmlFor={`${id}-sheet`}>{t('template.sheet')}</label>
      <textarea
        id={`${id}-sheet`}
        className="input ri-paste"
        rows={5}
        spellCheck={false}
        placeholder={'name,lan.1\nA,10.1.0.1'}
        value={sheet}
        onChange={({ target }) => setSheet(target.value)}
      />
      <p className="wx-row">
        <label htmlFor={`${id}-from`}>{t('template.from')}</label>
        <input
          id={`${id}-from`}
          className="input"
          type="number"
          min={0}
          value={from}
          onChange={({ target }) => setFrom(target.valueAsNumber || 0)}
        />
        {sheet.trim() === '' && (
          <>
            <label htmlFor={`${id}-count`}>{t('template.count')}</label>
            <input
              id={`${id}-count`}
              className="input"
              type="number"
              min={1}
              max={10_000}
              value={count}
              onChange={({ target }) => setCount(target.valueAsNumber || 0)}
            />
          </>
        )}
      </p>
      <div className="rb-buttons">
        <button type="button" className="btn btn-primary" disabled={template.trim() === ''} onClick={make}>
          {t('template.make')}
        </button>
      </div>
    </div>
  );
}

/** What may be entered of it, without secrets and what it alone has; its name is the first placeholder. */
function templateOf({ resource }: WholeScope, root: Field, item: Json): Json {
  const document = { ...asObject(withoutSecrets(root, prune(root, item, 'create'))) };
  const own = (root.fields ?? []).filter(({ hide }) => hide?.includes('copy')).map(({ name }) => name);
  const named = (root.fields ?? []).find(({ name, kind }) => kind === 'text' && labelPaths(resource.label).includes(name))?.name;
  for (const name of [resource.id, ...own, ...singlyUnique(resource)]) if (name !== named) delete document[name];
  return named === undefined ? document : { ...document, [named]: `{{${named}}}` };
}

function wordsOf(problem: Problem, comma: string): Record<string, string | number> {
  if (problem.code === 'line') return { number: problem.number };
  return problem.code === 'unknown' ? { names: problem.names.map((name) => `{{${name}}}`).join(comma) } : {};
}
