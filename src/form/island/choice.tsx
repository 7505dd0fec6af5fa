import type { WidgetProps } from '@rjsf/utils';
import { useTranslation } from 'react-i18next';
import { Combobox } from '#ui/combobox.tsx';
import { describedBy } from './fields.tsx';
import { Errors } from './templates.tsx';
import { nameOf, type IslandContext } from './words.ts';

/** Which of several shapes. */
export function Choice({ id, options, value, disabled, readonly, rawErrors, registry, onChange }: WidgetProps) {
  const { t } = useTranslation('island');
  const { labels }: IslandContext = registry.formContext;
  const shapes = options.enumOptions ?? [];
  const chosen: unknown = value;
  return (
    <div className="wf-field">
      <span id={`${id}-label`} className="wf-label">
        {t('kindOf')}
      </span>
      <Combobox
        id={id}
        labelledBy={`${id}-label`}
        describedBy={describedBy(id, rawErrors, undefined)}
        invalid={rawErrors !== undefined && rawErrors.length > 0}
        options={shapes.map(({ label }) => nameOf(labels, label, t))}
        chosen={shapes.findIndex((shape) => shape.value === chosen)}
        placeholder={t('choose')}
        clearable={false}
        disabled={disabled || readonly}
        onChoose={(index) => onChange(index)}
      />
      <Errors id={id} errors={rawErrors} />
    </div>
  );
}
