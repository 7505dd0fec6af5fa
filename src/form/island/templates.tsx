import {
  ADDITIONAL_PROPERTY_FLAG,
  canExpand,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type CyclicSchemaExpandProps,
  type FieldTemplateProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type RJSFSchema,
} from '@rjsf/utils';
import { isValidElement, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { asArray, asObject, asText, texts } from '#domain/json.ts';
import { isWide } from '#controls/registry.ts';
import { fieldOf, isOneControl } from './field-of.ts';
import { nameOf, type IslandContext } from './words.ts';
import { RichText } from '#resource/rich-text.tsx';
import { Icon } from '#ui/icon.tsx';

/** A property, an item or an alternative: with its label, unless what is in it names itself. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, rawErrors, required, hidden, schema, registry } = props;
  const { t } = useTranslation('island');
  const { labels }: IslandContext = registry.formContext;
  if (hidden || isNotDrawn(schema)) return null;
  const isOwn = ADDITIONAL_PROPERTY_FLAG in schema;
  const title = titleOf(label, id, labels, t);
  const single = isOneControl(schema);
  const help = single ? labels?.help[schema.title ?? ''] || asText(schema.description) : undefined;
  const value = (
    <>
      {single && (
        <label id={`${id}-label`} htmlFor={id} className="wf-label" data-required={required || undefined}>
          {isOwn ? t('value', { name: title }) : title}
          {required && !isItem(label) && <span aria-hidden> *</span>}
        </label>
      )}
      {children}
      {help && (
        <div id={`${id}-help`} className="wf-help">
          <RichText text={help} />
        </div>
      )}
      {!schema.anyOf && !schema.oneOf && <Errors id={id} errors={rawErrors} />}
    </>
  );
  const isNarrow = single && !isWide(fieldOf(schema));
  return isOwn ? (
    <div className="wf-wide wf-own" data-pointer={id} data-stacked={isNarrow ? undefined : ''}>
      <OwnName {...props} />
      <div className="wf-own-value">{value}</div>
    </div>
  ) : (
    <div className={isNarrow ? 'wf-field' : 'wf-wide'} data-pointer={id}>
      {value}
    </div>
  );
}

/** Items are called by their number. */
function titleOf(label: string, id: string, labels: IslandContext['labels'], t: Parameters<typeof nameOf>[2]): string {
  // what has a name of the operator's own is called by it
  if (label.endsWith('{}')) return t('value', { name: id.split('/').at(-1) });
  if (!isItem(label)) return nameOf(labels, label, t);
  return t('item', { number: Number(id.split('/').at(-1) ?? 0) + 1 });
}

function isItem(label: string): boolean {
  return /\[\]$|-\d+$/.test(label);
}

function isNotDrawn(schema: RJSFSchema): boolean {
  return schema.readOnly === true || texts(asObject(schema['x-control'])['hide']).includes('form');
}

export function Errors({ id, errors }: { id: string; errors: readonly string[] | undefined }) {
  if (!errors || errors.length === 0) return null;
  return (
    <ul id={`${id}-error`} className="wf-errors">
      {[...new Set(errors)].map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** The name of a property that the operator adds. */
function OwnName({ id, label, disabled, readonly, onKeyRenameBlur, onRemoveProperty }: FieldTemplateProps) {
  const { t } = useTranslation('island');
  return (
    <>
      <div className="wf-own-name">
        <label htmlFor={`${id}-key`} className="wf-label">
          {t('name')}
        </label>
        <input
          // a name that was refused is shown as it is kept
          key={label}
          id={`${id}-key`}
          className="wx-input"
          defaultValue={label}
          disabled={disabled || readonly}
          onBlur={onKeyRenameBlur}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
      </div>
      <button type="button" className="btn btn-quiet btn-small btn-warn" disabled={disabled || readonly} onClick={onRemoveProperty}>
        {t('removeNamed', { name: label })}
      </button>
    </>
  );
}

export function ObjectFieldTemplate({
  title,
  properties,
  schema,
  uiSchema,
  formData,
  fieldPathId,
  required,
  onAddProperty,
  ...props
}: ObjectFieldTemplateProps) {
  const { t } = useTranslation('island');
  const { labels }: IslandContext = props.registry.formContext;
  // a choice between shapes that share nothing draws itself
  if ((schema.oneOf ?? schema.anyOf) && properties.length === 0) return null;
  const name = titleOf(title, fieldPathId.$id, labels, t);
  return (
    <fieldset className="wf-object" id={fieldPathId.$id} tabIndex={-1}>
      <Legend title={name} required={required && !isItem(title)} />
      <Help labels={labels} schema={schema} />
      <div className="wf-fields">{properties.map(({ content }) => content)}</div>
      {canExpand(schema, uiSchema, formData) && (
        <button type="button" className="btn" disabled={props.disabled || props.readonly} onClick={onAddProperty}>
          {t('addTo', { title: name })}
        </button>
      )}
    </fieldset>
  );
}

function Legend({ title, required }: { title: string; required?: boolean | undefined }) {
  return (
    <legend>
      <span>{title}</span>
      {required && <span aria-hidden> *</span>}
    </legend>
  );
}

function Help({ labels, schema }: Pick<IslandContext, 'labels'> & { schema: RJSFSchema }) {
  const help = labels?.help[schema.title ?? ''] || asText(schema.description);
  return help ? (
    <div className="wf-help">
      <RichText text={help} />
    </div>
  ) : null;
}

export function ArrayFieldTemplate({
  title,
  items,
  schema,
  canAdd,
  disabled,
  readonly,
  required,
  fieldPathId,
  registry,
  onAddClick,
}: ArrayFieldTemplateProps) {
  const { t } = useTranslation('island');
  const { labels }: IslandContext = registry.formContext;
  const name = titleOf(title, fieldPathId.$id, labels, t);
  return (
    <fieldset className="wf-object" id={fieldPathId.$id} tabIndex={-1}>
      <Legend title={name} required={required && !isItem(title)} />
      <Help labels={labels} schema={schema} />
      {items}
      {canAdd && (
        <button type="button" className="btn" disabled={disabled || readonly} onClick={onAddClick}>
          {t('addTo', { title: name })}
        </button>
      )}
    </fieldset>
  );
}

export function ArrayFieldItemTemplate({ children, buttonsProps, hasToolbar, index }: ArrayFieldItemTemplateProps) {
  const { t } = useTranslation('island');
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem, disabled, readonly } = buttonsProps;
  const name = t('item', { number: index + 1 });
  const isFixed = disabled || readonly;
  return (
    <div className="wf-card" role="group" aria-label={name}>
      {hasToolbar && (
        <div className="wf-card-head">
          <span className="wf-card-tools">
            <button
              type="button"
              className="btn btn-quiet btn-small"
              disabled={isFixed || !hasMoveUp}
              onClick={onMoveUpItem}
              aria-label={t('moveUp', { name })}
            >
              <Icon name="up" size={14} />
            </button>
            <button
              type="button"
              className="btn btn-quiet btn-small"
              disabled={isFixed || !hasMoveDown}
              onClick={onMoveDownItem}
              aria-label={t('moveDown', { name })}
            >
              <Icon name="down" size={14} />
            </button>
            {hasRemove && (
              <button
                type="button"
                className="btn btn-quiet btn-small btn-warn"
                disabled={isFixed}
                onClick={onRemoveItem}
                aria-label={t('removeNamed', { name })}
              >
                {t('remove')}
              </button>
            )}
          </span>
        </div>
      )}
      {children}
    </div>
  );
}

/** One of several shapes: which, and what is in it. */
export function MultiSchemaFieldTemplate({ schema, selector, optionSchemaField, registry }: MultiSchemaFieldTemplateProps) {
  const { t } = useTranslation('island');
  const { labels, onChoice }: IslandContext = registry.formContext;
  const { id, value }: { id?: unknown; value?: unknown } = isValidElement<object>(selector) ? selector.props : {};
  const place = typeof id === 'string' ? id.replace(/__(?:any|one)of_select$/, '') : '';
  const chosen = typeof value === 'number' ? asObject(asArray(schema.anyOf ?? schema.oneOf)[value]) : {};
  const mark = asText(chosen['x-mark']);
  useEffect(() => {
    onChoice?.(place, mark);
    return () => onChoice?.(place, undefined);
  }, [onChoice, place, mark]);
  return (
    <fieldset className="wf-object wf-shapes">
      <Legend title={titleOf(schema.title ?? '', place, labels, t)} />
      <Help labels={labels} schema={schema} />
      {selector}
      {optionSchemaField}
    </fieldset>
  );
}

/** A shape within itself is drawn as deep as somebody opens it. */
export function CyclicSchemaExpandTemplate({ name, schema, fieldPathId, registry, onExpand }: CyclicSchemaExpandProps) {
  const { t } = useTranslation('island');
  const { labels }: IslandContext = registry.formContext;
  const title = titleOf(schema.title ?? name, fieldPathId.$id, labels, t);
  return (
    <button type="button" className="btn" onClick={() => onExpand(fieldPathId.$id)}>
      {t('open', { title })}
    </button>
  );
}
