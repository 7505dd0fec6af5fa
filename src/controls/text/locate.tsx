import { useQuery } from '@tanstack/react-query';
import { use, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { formQuery } from '#api/model.ts';
import { call } from '#api/operation.ts';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import { DocumentContext, type ControlProps } from '#controls/control.ts';
import { Text } from '#controls/text/text.tsx';
import { asText, isArray, texts } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';

/** An address, and a button that asks a call where it is: what the answer has of the named properties goes beside it. */
export function Locate(props: ControlProps): ReactNode {
  const { t } = useTranslation('steps');
  const { field, value, pointer = '' } = props;
  const { get, set } = use(DocumentContext);
  const [said, setSaid] = useState<{ text: string; bad?: true }>();
  const [busy, setBusy] = useState(false);
  const form = useQuery(formQuery(asText(field.options?.['operation']))).data;
  const fills = isArray(field.options?.['fills']) ? texts(field.options['fills']) : [];
  const address = textOf(value).trim();
  const locate = async (): Promise<void> => {
    if (!form || !set) return;
    setBusy(true);
    try {
      const { data } = await call<Record<string, Json>>(form.operation, { query: { address } });
      const beside = (name: string): string => pointer.replace(/[^/]*$/, name);
      const found = fills.filter((name) => data[name] !== undefined);
      // what somebody entered stays; where it stands is what was asked for
      for (const name of found) if (typeof data[name] === 'number' || !get(beside(name))) set(beside(name), data[name]);
      setSaid({ text: t('locate.found', { place: found.map((name) => String(data[name])).join(t('resource:template.comma')) }) });
    } catch (error) {
      setSaid({ text: errorMessage(error), bad: true });
    }
    setBusy(false);
  };
  return (
    <div className="wx-subnet">
      <Text {...props} />
      <button
        type="button"
        className="btn btn-small"
        disabled={address === '' || busy || !form}
        aria-busy={busy}
        onClick={() => void locate()}
      >
        {t('locate.ask')}
      </button>
      {said && (
        <p className={said.bad ? 'wx-bad' : 'wf-help'} role="status">
          {said.text}
        </p>
      )}
    </div>
  );
}

export const examples: Example[] = [
  {
    name: 'locate',
    field: exampleField('address', { widget: 'locate', options: { operation: 'getLocationInfo', fills: ['longitude', 'latitude'] } }),
    value: '1 Century Avenue, Shanghai',
  },
];
