import { useSyncExternalStore } from 'react';
import { fieldAt } from '#domain/document.ts';
import { parsePointer } from '#domain/pointer.ts';
import { useForm } from './form-context.ts';
import { focusPointer } from './focus.ts';
import { reveal } from '#form/engine/layout.ts';
import { pathLabel, errorText } from './path-label.ts';
import type { FormError } from '#form/engine/errors.ts';

const LISTED = 8;

/** What keeps the form from being saved, with a link to every place; findings that belong to no field stand here alone. */
export function Summary({ general }: { general: string | undefined }) {
  const form = useForm();
  const { store, root, formId, t } = form;
  const shown = useSyncExternalStore(store.subscribeErrors, store.shownErrors);
  const submitted = useSyncExternalStore(store.subscribeErrors, store.isSubmitted);
  const all = [...shown.values()].flat().filter((error) => error.level !== 'warn');
  const homeless = all.filter((error) => error.pointer === '');
  const listed = submitted ? all.filter((error) => error.pointer !== '') : [];
  if (!general && homeless.length + listed.length === 0) return null;
  const go = (error: FormError): void => {
    reveal(root, store, error.pointer);
    focusPointer(formId, error.pointer);
  };
  return (
    <div className="wf-summary" role="alert">
      {general && <p>{general}</p>}
      {homeless.map((error) => (
        <p key={error.message}>{error.message}</p>
      ))}
      {listed.length > 0 && (
        <>
          <p>{t('summary', { count: listed.length })}</p>
          <ul>
            {listed.slice(0, LISTED).map((error) => (
              <li key={error.pointer + error.message}>
                <Place error={error} onGo={go} />
                {errorText(error, form)}
              </li>
            ))}
            {listed.length > LISTED && <li>{t('more', { count: listed.length - LISTED })}</li>}
          </ul>
        </>
      )}
    </div>
  );
}

/** The place in words; a link where the form has it. */
function Place({ error, onGo }: { error: FormError; onGo: (error: FormError) => void }) {
  const { store, root, labels } = useForm();
  const doc = store.document();
  const name = pathLabel(root, labels, doc, error.pointer);
  const field = fieldAt(root, doc, parsePointer(error.pointer));
  if (!field || field.readOnly) return <strong>{name} </strong>;
  return (
    <button type="button" className="wx-button" onClick={() => onGo(error)}>
      {name}
    </button>
  );
}
