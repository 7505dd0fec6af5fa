import { useEffect, useRef, useState, type ReactNode } from 'react';
import { enterHeaders, headersEntered, headerValue, isFixed } from '#api/asked-headers.ts';
import type { Json, Labels, Operation } from '#domain/model.ts';
import { Parameter } from '#page/parameter.tsx';
import type { Scope } from '#resource/scope.ts';
import '#ui/dialog.css';

export type CallHeadersProps = { scope: Omit<Scope, 'resource'>; op: Operation };

/** Those of a call from a page: what the page itself was asked with is not changed from a form over it. */
export function CallHeaderFields({ scope, op }: CallHeadersProps): ReactNode {
  return <HeaderFields operation={op} read={op.kind === 'update' ? (scope.get ?? scope.list) : scope.list} labels={scope.labels} />;
}

type Props = { operation: Operation; read?: Operation | undefined; labels: Labels };

export function HeaderFields({ operation, read, labels }: Props): ReactNode {
  const [fields] = useState(() => {
    const isOfPage = (name: string): boolean => read?.asked?.some((each) => each.name === name) === true;
    return (operation.asked ?? []).filter((field) => !isFixed(field) && !(isOfPage(field.name) && headerValue(field) !== undefined));
  });
  const [values, setValues] = useState<Record<string, Json | undefined>>({});
  const isEntered = useRef(false);
  useEffect(
    () => () => {
      // what is under way in the form is not asked for again with every letter
      if (isEntered.current) headersEntered();
    },
    [],
  );
  if (fields.length === 0) return null;
  return (
    <div className="rb-fields rb-asked">
      {fields.map((field) => (
        <Parameter
          key={field.name}
          field={field}
          label={field.name}
          labels={labels}
          value={field.name in values ? values[field.name] : headerValue(field)}
          onChange={(value) => {
            if (enterHeaders({ [field.name]: String(value ?? '').trim() })) isEntered.current = true;
            setValues((before) => ({ ...before, [field.name]: value }));
          }}
        />
      ))}
    </div>
  );
}
