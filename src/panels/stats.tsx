import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatValue } from '#charts/format.ts';
import { asNumber, asObject, asText } from '#domain/json.ts';
import type { Field, Json, Labels, Language } from '#domain/model.ts';
import { enumLabel } from '#cells/labels.ts';
import { fieldLabel } from '#resource/fields.ts';

type Props = { field: Field; value: Json | undefined; labels: Labels; language?: Language };

/** Figures of several things side by side; where there is none, why. */
export function Stats({ field, value, labels }: Props): ReactNode {
  const groups = (field.fields ?? []).filter((each) => each.kind === 'object');
  return (
    <div className="stats">
      {groups.map((group) => {
        const own = asObject(asObject(value)[group.name]);
        const numbers = (group.fields ?? []).filter(({ kind }) => kind === 'integer' || kind === 'number');
        const gapField = group.fields?.find(({ name }) => name === 'gap');
        const gap = asText(own['gap']);
        if (gap === undefined && numbers.every(({ name }) => own[name] === undefined)) return null;
        return (
          <Group key={group.name} title={fieldLabel(labels, group)}>
            {gap !== undefined && numbers.every(({ name }) => own[name] === undefined) ? (
              <p className="stats-gap">{gapField ? enumLabel(labels, gapField, gap) : gap}</p>
            ) : (
              <dl className="stats-figures">
                {numbers.map((each) => (
                  <div key={each.name}>
                    <dt>{fieldLabel(labels, each)}</dt>
                    <dd>{formatValue(asNumber(own[each.name]), each.unit ?? '')}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Group>
        );
      })}
    </div>
  );
}

/** Numbers by their names. */
export function Counts({ field, value, labels }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const entries = Object.entries(asObject(value)).flatMap(([name, count]) => {
    const number = asNumber(count);
    const own = field.fields?.find((each) => each.name === name);
    return number === undefined ? [] : [{ name: own ? fieldLabel(labels, own) : name || t('unnamed'), number, unit: own?.unit ?? '' }];
  });
  return (
    <Group title={fieldLabel(labels, field)}>
      <dl className="stats-figures">
        {entries.map(({ name, number, unit }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatValue(number, unit)}</dd>
          </div>
        ))}
      </dl>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <div className="stats-group" role="group" aria-labelledby={id}>
      <span id={id} className="stats-title">
        {title}
      </span>
      {children}
    </div>
  );
}
