import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContext } from '#api/context.ts';
import type { Json, Labels } from '#domain/model.ts';
import { widgetFor } from '#widgets/form-registry.ts';
import { cellFor } from '#widgets/registry.ts';
import type { Example } from '#widgets/widget.ts';

const widgets = import.meta.glob<{ examples: Example[] }>(['/src/widgets/*.tsx', '/src/widgets/filters/*.tsx'], { eager: true });
const cells = import.meta.glob<{ examples: Example[] }>('/src/widgets/cells/*.tsx', { eager: true });
const labels: Labels = { title: '', fields: {}, help: {}, enums: {}, groups: {}, actions: {} };

/** Every widget and cell with its examples, for whoever builds or reviews them. */
export function Preview() {
  const { t } = useTranslation('widgets');
  return (
    <main style={{ padding: 24, background: 'var(--surface)' }}>
      <h1>{t('preview.title')}</h1>
      <h2>{t('preview.cells')}</h2>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 24 }}>
        {examplesOf(cells).map((example, index) => (
          <CellExample key={index} example={example} />
        ))}
      </div>
      <h2>{t('preview.widgets')}</h2>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(360px, 100%), 1fr))', gap: 24 }}>
        {examplesOf(widgets).map((example, index) => (
          <WidgetExample key={index} example={example} />
        ))}
      </div>
    </main>
  );
}

function WidgetExample({ example: { name, field, value } }: { example: Example }) {
  const id = useId();
  const [current, setCurrent] = useState<Json | undefined>(value);
  const Widget = widgetFor(field);
  return (
    <section>
      <label id={`${id}-label`} htmlFor={id}>
        {name}
      </label>
      <Widget id={id} field={field} label={name} labels={labels} value={current} onChange={setCurrent} />
      <output className="wx-note">{short(current)}</output>
    </section>
  );
}

function CellExample({ example: { name, field, value, row } }: { example: Example }) {
  const { language } = useContext();
  const Cell = cellFor(field);
  return (
    <div>
      <div className="wx-note">{name}</div>
      <Cell field={field} value={value} row={row ?? {}} labels={labels} language={language} />
    </div>
  );
}

function examplesOf(modules: Record<string, { examples?: Example[] }>): Example[] {
  return Object.values(modules).flatMap((module) => module.examples ?? []);
}

function short(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
