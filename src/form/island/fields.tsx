import { getDefaultRegistry } from '@rjsf/core';
import { createSchemaUtils, getUiOptions, type FieldProps, type Registry } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { isJson } from '#domain/json.ts';
import type { Field, Json, Labels } from '#domain/model.ts';
import { sameJson } from '#domain/condition.ts';
import { controlFor } from '#controls/registry.ts';
import type { ControlProps } from '#controls/control.ts';
import { askedFor, fieldOf, isOneControl, valuesOf } from './field-of.ts';
import { nameOf, type IslandContext } from './words.ts';

const [SchemaField, ArrayField, ObjectField] = [standard('SchemaField'), standard('ArrayField'), standard('ObjectField')];

function standard(name: string): ComponentType<FieldProps> {
  const field = getDefaultRegistry().fields[name];
  if (field === undefined) throw new Error(`@rjsf has no field ${name}`);
  return field;
}

const none: Labels = { title: '', plural: '', fields: {}, help: {}, enums: {}, groups: {}, actions: {} };

/** A value that one of our controls draws. */
export function ControlField({
  schema,
  uiSchema,
  formData,
  fieldPathId,
  name,
  required,
  disabled,
  readonly,
  rawErrors,
  registry,
  ...props
}: FieldProps) {
  const { t } = useTranslation('island');
  const id = fieldPathId.$id;
  const { labels = none }: IslandContext = registry.formContext;
  const field = { ...fieldOf(schema, name), ...askedFor(getUiOptions(uiSchema).widget) };
  const value: unknown = formData;
  const shared: Omit<ControlProps, 'field' | 'labels' | 'value' | 'onChange'> = {
    id,
    label: nameOf(labels, field.path, t),
    required,
    disabled: disabled || readonly,
    invalid: rawErrors !== undefined && rawErrors.length > 0,
    describedBy: describedBy(id, rawErrors, labels.help[field.path]),
    onBlur: () => props.onBlur(id, value),
  };
  const change = (next: unknown): void => props.onChange(next, fieldPathId.path, undefined, id);
  const options = field.kind === 'array' ? undefined : valuesOf(schema);
  if (options && !options.every((each) => typeof each === typeof options[0] && isPlain(each)))
    return <Picked {...shared} field={field} labels={labels} options={options} value={isJson(value) ? value : undefined} onPick={change} />;
  const Control = controlFor(field);
  return <Control {...shared} field={field} labels={labels} value={isJson(value) ? value : undefined} onChange={change} />;
}

type PickedProps = Omit<ControlProps, 'onChange'> & { options: readonly Json[]; onPick: (value: Json | undefined) => void };

/** One of several values of any kind, by its place among them. */
function Picked({ field, labels, options, value, onPick, ...shared }: PickedProps) {
  const { t } = useTranslation('island');
  const words = options.map((option) =>
    option === null
      ? t('kinds.null')
      : (labels.enums[field.path]?.[String(option)] ?? (typeof option === 'object' ? JSON.stringify(option) : String(option))),
  );
  const places = options.map((_, index) => String(index));
  const picked: Field = { name: field.name, path: field.path, kind: 'text', values: places };
  const Control = controlFor(picked);
  const chosen = options.findIndex((option) => sameJson(option, value));
  return (
    <Control
      {...shared}
      field={picked}
      labels={{ ...labels, enums: { [field.path]: Object.fromEntries(places.map((place) => [place, words[Number(place)] ?? ''])) } }}
      value={chosen < 0 ? undefined : String(chosen)}
      onChange={(place) => onPick(typeof place === 'string' ? options[Number(place)] : undefined)}
    />
  );
}

function isPlain(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function describedBy(id: string, errors: readonly string[] | undefined, help: string | undefined): string | undefined {
  return [errors && errors.length > 0 ? `${id}-error` : undefined, help ? `${id}-help` : undefined].filter(Boolean).join(' ') || undefined;
}

/** A list that one control draws, or its items. */
function ListField(props: FieldProps) {
  return isOneControl(props.schema) ? <ControlField {...props} /> : <ArrayField {...props} />;
}

/** An object of which nothing is described is edited as JSON. */
function RecordField(props: FieldProps) {
  return isOneControl(props.schema) ? <ControlField {...props} /> : <ObjectField {...props} />;
}

/** What is opened stays as it is: only what somebody adds or chooses begins with its defaults and constants. */
function filling(registry: Registry): Registry {
  const known = filled.get(registry);
  if (known) return known;
  const { schemaUtils } = registry;
  const own = createSchemaUtils(schemaUtils.getValidator(), registry.rootSchema, {
    constAsDefaults: 'always',
    emptyObjectFields: 'populateRequiredDefaults',
  });
  const next = { ...registry, schemaUtils: own };
  filled.set(registry, next);
  filled.set(next, next);
  return next;
}

const filled = new WeakMap<Registry, Registry>();

/** The root of a form whose value stands elsewhere hands every change on by its path. */
function AnyField(props: FieldProps) {
  const { onPath }: IslandContext = props.registry.formContext;
  const isRoot = props.fieldPathId.path.length === 0;
  const onChange: FieldProps['onChange'] = isRoot && onPath ? (value, path) => onPath(path, value) : props.onChange;
  return <SchemaField {...props} registry={filling(props.registry)} onChange={onChange} />;
}

export const fields = {
  SchemaField: AnyField,
  StringField: ControlField,
  NumberField: ControlField,
  BooleanField: ControlField,
  NullField: ControlField,
  FallbackField: ControlField,
  ArrayField: ListField,
  ObjectField: RecordField,
};
