import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { getPointer, joinPointer } from '#domain/pointer.ts';
import type { Field } from '#domain/model.ts';
import { afterPress } from '#controls/after-press.ts';
import { deferred } from '#ui/deferred.tsx';
import { withMessages } from '#form/load-messages.ts';
import { controlId, useErrorsUnder, useForm, useValue } from '#form/form-context.ts';
import { errorSchemaOf, ofChosen } from './errors.ts';
import { islandsUrl, loadIslands, type IslandsModule } from './module.ts';
import { put } from './put.ts';
import { ThemedForm } from './theme.tsx';
import { islandValidator } from './validator.ts';
import { translated, type IslandContext } from './words.ts';
import './island.css';

type Props = { field: Field; pointer: string };

const loaded = new Map<string, ComponentType<Props>>();

/** A part of the document that is drawn from its schema, with the schemas and words that nobody else needs. */
export function Island(props: Props) {
  const { resourceName, operationId } = useForm();
  const url = islandsUrl(resourceName, operationId);
  let Loaded = loaded.get(url);
  if (Loaded === undefined) {
    Loaded = deferred(async () => {
      const module = await withMessages(loadIslands(url), ['island']);
      return (own: Props) => <Drawn {...own} module={module} />;
    });
    loaded.set(url, Loaded);
  }
  return <Loaded {...props} />;
}

/** Only what somebody touches changes: nothing is filled in that is not there. */
const AS_IT_IS = { emptyObjectFields: 'skipDefaults', constAsDefaults: 'never', arrayMinItems: { populate: 'never' } } as const;

/** Value and errors are those of the form around it. */
function Drawn({ field, pointer, module }: Props & { module: IslandsModule }) {
  const { store, formId, labels, onLeave } = useForm();
  const { t } = useTranslation('island');
  const value = useValue(pointer);
  const errors = useErrorsUnder(pointer);
  const { schema, validator } = useMemo(() => partsOf(module, field), [module, field]);
  const [choices] = useState(() => new Map<string, string>());
  const shown = useMemo(() => errorSchemaOf(errors, pointer), [errors, pointer]);
  const root = controlId(formId, pointer);
  useEffect(() => store.refineErrors((found) => ofChosen(found, store.document(), choices, module.validators)), [store, choices, module]);
  // a value that came from elsewhere (undo, a draft, a merge) is drawn anew: choices follow it
  const own = useRef(value);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (own.current === value) return;
    own.current = value;
    setRound((last) => last + 1);
  }, [value]);
  const context = useMemo<IslandContext>(
    () => ({
      labels,
      onPath: (path, next) => {
        const at = joinPointer(pointer, ...path);
        const owner = getPointer(store.document(), joinPointer(pointer, ...path.slice(0, -1)));
        const isThere =
          path.length > 0 && typeof owner === 'object' && owner !== null && Array.isArray(owner) === (typeof path.at(-1) === 'number');
        const isInside = !Array.isArray(owner) || Number(path.at(-1)) < owner.length;
        const given = put(undefined, [], next);
        if (isThere && isInside) store.set(at, given);
        else store.set(pointer, put(store.get(pointer), path, next));
        own.current = store.get(pointer);
      },
      onChoice: (id, mark) => {
        const place = id.slice(formId.length);
        if (mark === undefined) choices.delete(place);
        else choices.set(place, mark);
      },
    }),
    [labels, pointer, store, choices, formId],
  );
  return (
    <ThemedForm
      key={round}
      tagName="div"
      className="wf-wide wf-island"
      schema={schema}
      validator={validator}
      formData={value}
      formContext={context}
      extraErrors={shown}
      idPrefix={root}
      idSeparator="/"
      noValidate
      showErrorList={false}
      experimental_defaultFormStateBehavior={AS_IT_IS}
      translateString={(text, params) => translated(text, params ?? [], labels, t)}
      onBlur={(id) => afterPress(() => onLeave(id.slice(formId.length)))}
    >
      <></>
    </ThemedForm>
  );
}

function partsOf({ roots, definitions, validators }: IslandsModule, field: Field) {
  const own = definitions[roots[field.island ?? ''] ?? ''];
  // not by reference: of two that follow each other the library takes the words of the last
  const schema: RJSFSchema = { ...(typeof own === 'object' ? own : {}), $id: 'islands', definitions };
  return { schema, validator: islandValidator(validators, schema) };
}
