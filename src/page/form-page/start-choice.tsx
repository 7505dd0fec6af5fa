import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftList } from '#form/draft/draft-list.tsx';
import { newSlot } from '#form/draft/drafts.ts';
import { ImportFlow } from '#import/import-flow.tsx';
import { draftSearch } from '#page/draft-address.ts';
import type { WholeScope } from '#resource/scope.ts';
import { Icon } from '#ui/icon.tsx';
import { Page } from '#ui/page.tsx';

type Props = {
  scope: WholeScope;
  /** Path of the property that is chosen by, and its values. */
  field: string;
  values: string[];
  /** Many from a file. */
  many: boolean;
  onChoose: (search: Record<string, string>) => void;
  onLeave: () => void;
};

/** Before the form of a new one opens: what it is, and whether it is one or many. */
export function StartChoice({ scope, field, values, many, onChoose, onLeave }: Props): ReactNode {
  const { t } = useTranslation(['steps', 'resource']);
  const { labels } = scope;
  const id = useId();
  const [kind, setKind] = useState(values[0] ?? '');
  const [how, setHow] = useState<'one' | 'many'>('one');
  const title = t('resource:form.create', { title: labels.title });
  const back = (
    <button type="button" className="btn" onClick={() => (many ? onChoose({}) : onLeave())}>
      <Icon name="left" size={14} />
      {t(many ? 'start.back' : 'list')}
    </button>
  );
  if (many)
    return (
      <Page title={`${title} · ${t('start.many')}`} description={t('start.manyHint')} actions={back}>
        <div className="fp">
          <ImportFlow scope={scope} />
        </div>
      </Page>
    );
  return (
    <Page title={title} actions={back}>
      <DraftList of={scope.resource.name} onOpen={(draft) => onChoose(draftSearch(scope.resource.formPage ?? {}, draft))} />
      <form
        className="fp fp-start"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(how === 'many' ? { many: '1' } : { start: kind, draft: newSlot() });
        }}
      >
        <fieldset className="fp-choice" data-testid="start-how">
          <legend>{t('start.how')}</legend>
          {(['one', 'many'] as const).map((value) => (
            <label key={value} className="fp-option">
              <input type="radio" name={`${id}-how`} value={value} checked={how === value} onChange={() => setHow(value)} />
              <strong>{t(`start.${value}`)}</strong>
              <small>{t(`start.${value}Hint`)}</small>
            </label>
          ))}
        </fieldset>
        {how === 'one' && (
          <fieldset className="fp-choice" data-testid="start-what">
            <legend>{t('start.what')}</legend>
            {values.map((value) => (
              <label key={value} className="fp-option">
                <input
                  type="radio"
                  name={`${id}-what`}
                  value={value}
                  checked={kind === value}
                  autoFocus={kind === value}
                  onChange={() => setKind(value)}
                />
                <strong>{labels.enums[field]?.[value] ?? value}</strong>
              </label>
            ))}
            {labels.help[field] && <p className="wf-help">{labels.help[field]}</p>}
          </fieldset>
        )}
        <button type="submit" className="btn btn-primary">
          {t('start.go')}
        </button>
      </form>
    </Page>
  );
}
