import { useId, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '#api/workspace.ts';
import type { Json, Labels } from '#domain/model.ts';
import { Page } from '#ui/page.tsx';
import { controlFor } from '#controls/registry.ts';
import { cellFor } from '#cells/registry.ts';
import { filterFor } from '#filters/registry.ts';
import type { Example } from '#cells/cell.ts';
import '#controls/control.css';
import './preview.css';

type Examples = Record<string, { examples?: Example[] }>;

const widgets: Examples = import.meta.glob(['/src/controls/**/*.tsx', '!**/*.test.tsx'], { eager: true });
const filters: Examples = import.meta.glob(['/src/filters/*.tsx', '!**/*.test.tsx'], { eager: true });
const cells: Examples = import.meta.glob(['/src/cells/*.tsx', '!**/*.test.tsx'], { eager: true });
const labels: Labels = { title: '', plural: '', fields: {}, help: {}, enums: {}, groups: {}, actions: {} };

/** Every widget, filter and cell with its examples, for whoever builds or reviews them. */
export function Screen(): ReactNode {
  const { t } = useTranslation('widgets');
  return (
    <Page title={t('preview.title')}>
      <Section title={t('preview.cells')} of={cells} Show={CellExample} />
      <Section title={t('preview.filters')} of={filters} Show={FilterExample} />
      <Section title={t('preview.widgets')} of={widgets} Show={WidgetExample} />
    </Page>
  );
}

type ExampleProps = { example: Example };
type SectionProps = { title: string; of: Examples; Show: ComponentType<ExampleProps> };

function Section({ title, of, Show }: SectionProps): ReactNode {
  const id = useId();
  const examples = Object.values(of).flatMap((module) => module.examples ?? []);
  return (
    <section className="preview" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="preview-grid">
        {examples.map((example, index) => (
          <div key={index}>
            <Show example={example} />
          </div>
        ))}
      </div>
    </section>
  );
}

function FilterExample({ example }: ExampleProps): ReactNode {
  return <Control example={example} registry={filterFor} />;
}

function WidgetExample({ example }: ExampleProps): ReactNode {
  return <Control example={example} registry={controlFor} />;
}

function Control({ example: { name, field, value }, registry }: ExampleProps & { registry: typeof controlFor }): ReactNode {
  const id = useId();
  const [current, setCurrent] = useState<Json | undefined>(value);
  const Widget = registry(field);
  return (
    <>
      <label id={`${id}-label`} htmlFor={id}>
        {name}
      </label>
      <Widget id={id} field={field} label={name} labels={labels} value={current} onChange={setCurrent} />
      <output className="wx-note">{short(current)}</output>
    </>
  );
}

function CellExample({ example: { name, field, value, row } }: ExampleProps): ReactNode {
  const { language } = useWorkspace();
  const Cell = cellFor(field);
  return (
    <>
      <div className="wx-note">{name}</div>
      <Cell field={field} value={value} row={row ?? {}} labels={labels} language={language} />
    </>
  );
}

function short(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
