import { initialDocument } from '#domain/document.ts';
import { matchVariant } from '#domain/variant.ts';
import type { Field, Json } from '#domain/model.ts';
import { Combobox } from '#ui/combobox.tsx';
import { fieldLabel, humanised } from '#resource/fields.ts';
import { controlId, useDerived, useErrors, useForm } from '#form/form-context.ts';

type Props = { field: Field; pointer: string };

/** One of several shapes, chosen by the operator; each keeps what was entered until the form is closed. */
export function VariantsView({ field, pointer }: Props) {
  const { store, labels, formId, t, views } = useForm();
  const id = controlId(formId, pointer);
  const variants = field.variants ?? [];
  const index = useDerived(pointer, (value) => (value === undefined || value === null ? -1 : matchVariant(field, value)));
  const errors = useErrors(pointer);
  const variant = variants[index];
  return (
    <fieldset className="wf-object wf-wide" data-pointer={pointer}>
      <legend id={`${id}-label`}>{fieldLabel(labels, field)}</legend>
      <Combobox
        id={id}
        labelledBy={`${id}-label`}
        chosen={index}
        placeholder={t('chooseKind')}
        clearable={!field.required}
        required={field.required}
        options={variants.map(nameOf)}
        onChoose={(next) => {
          const chosen = next === undefined ? undefined : variants[next];
          store.set(pointer, chosen && (initialDocument({ ...chosen, required: true }) ?? emptyOf(chosen)));
        }}
      />
      {errors.length > 0 && (
        <ul className="wf-errors">
          {errors.map((error) => (
            <li key={error.message}>{error.message}</li>
          ))}
        </ul>
      )}
      {variant?.kind === 'object' && <views.FieldsView owner={variant} pointer={pointer} />}
      {variant && variant.kind !== 'object' && variant.const === undefined && (
        <views.FieldView field={{ ...variant, path: variant.path || field.path }} pointer={pointer} />
      )}
    </fieldset>
  );

  function nameOf(each: Field, position: number): string {
    const fixed = each.const ?? each.fields?.find((inner) => inner.const !== undefined)?.const;
    const own = labels.fields[each.path];
    if (fixed !== undefined && fixed !== null) return labels.enums[field.path]?.[String(fixed)] ?? String(fixed);
    return each.path !== field.path && own
      ? own
      : each.name
        ? humanised(each.name)
        : t('kind', { number: position + 1, kind: t(`kinds.${each.kind}`) });
  }
}

function emptyOf(field: Field): Json {
  if (field.kind === 'array') return [];
  if (field.kind === 'object' || field.kind === 'map' || field.kind === 'json') return {};
  if (field.kind === 'boolean') return false;
  return field.kind === 'text' ? '' : (field.limits?.minimum ?? 0);
}
