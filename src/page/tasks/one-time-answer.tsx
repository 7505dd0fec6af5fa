import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { asObject } from '#domain/json.ts';
import type { Json, Operation } from '#domain/model.ts';
import { child } from '#domain/pointer.ts';
import { CopyText } from '#ui/copy-text.tsx';
import { FieldValues } from '#detail/value-view.tsx';
import { fieldLabel } from '#resource/fields.ts';
import type { WholeScope } from '#resource/scope.ts';
import '#detail/detail.css';

/** What an action answered, and unless it only asked never answers again: texts to be copied, and what else there is. */
export function OneTimeAnswer({ scope, op, answer, onClose }: { scope: WholeScope; op: Operation; answer: Json; onClose: () => void }) {
  const { t } = useTranslation('resource');
  const fields = scope.resource.schemas[op.answer ?? '']?.fields ?? [];
  const texts = fields.flatMap((field) => {
    const value = field.format === undefined || field.format === 'password' ? child(answer, field.name) : undefined;
    return typeof value === 'string' ? [{ field, value }] : [];
  });
  const rest = fields.filter((field) => !texts.some((each) => each.field === field));
  return (
    <div className="rb">
      {op.method !== 'get' && (
        <p className="rb-warn" role="status">
          {t('bulk.once')}
        </p>
      )}
      <dl className="rd-list">
        {texts.map(({ field, value }) => (
          <Fragment key={field.path}>
            <dt>{fieldLabel(scope.labels, field)}</dt>
            <dd>
              <CopyText text={value} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <FieldValues fields={rest} value={answer} scope={scope} row={asObject(answer)} />
      <div className="rb-buttons">
        <button type="button" className="btn btn-primary" data-focus onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
    </div>
  );
}
