import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { use as extend } from 'i18next';
import { Suspense, useMemo, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { loadConfig } from '#api/config.ts';
import { loadLabels, loadModel, loadWhole } from '#api/model.ts';
import { writeSession } from '#api/token.ts';
import { loadUser } from '#api/user.ts';
import type { Json, Labels, Resource } from '#domain/model.ts';
import errors from '#locales/en/errors.json' with { type: 'json' };
import form from '#locales/en/form.json' with { type: 'json' };
import resource from '#locales/en/resource.json' with { type: 'json' };
import shell from '#locales/en/shell.json' with { type: 'json' };
import validation from '#locales/en/validation.json' with { type: 'json' };
import widgets from '#locales/en/widgets.json' with { type: 'json' };
import { ResourceForm } from '#form/resource-form.tsx';
import { columnsOf } from '#list/table/columns.ts';
import { DataTable } from '#list/table/data-table.tsx';
import type { RowShape } from '#list/table/table-row.tsx';
import { AntdTheme } from '#ui/antd-theme.tsx';
import type { Case, Harness } from './harness.ts';
import '#ui/theme.css';
import '#ui/controls.css';

const client = new QueryClient();
const parts: Record<string, { resource: Resource; labels: Labels }> = {};
let root: Root | undefined;

localStorage.setItem('wan.language', 'en');
writeSession({ token: 't', refreshToken: 'r', username: 'bench', expiresAt: Date.now() + 1e9, lifetime: 1e9, remember: false });
await loadConfig();
await Promise.all([loadModel(), loadUser()]);
await extend(initReactI18next).init({
  lng: 'en',
  fallbackLng: false,
  resources: { en: { errors, form, resource, shell, validation, widgets } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});
for (const name of ['Small', 'Wide', 'Long', 'Rules', 'Row'])
  parts[name] = { resource: await loadWhole(name), labels: await loadLabels(name, 'en') };

const harness: Harness = {
  async mount(what, count, selector, least) {
    root?.unmount();
    const container = document.getElementById('root');
    if (!container) throw new Error('no #root');
    root = createRoot(container);
    const view = viewOf(what, count);
    const started = performance.now();
    root.render(
      <QueryClientProvider client={client}>
        <AntdTheme>
          <Suspense>{view}</Suspense>
        </AntdTheme>
      </QueryClientProvider>,
    );
    for (;;) {
      const ended = await painted();
      if (container.querySelectorAll(selector).length >= least) return ended - started;
    }
  },
};
Object.assign(window, { harness });

function viewOf(what: Case, count: number): ReactNode {
  const texts = (index: number): Record<string, Json> =>
    Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`column${at + 1}`, `value ${index} ${at}`]));
  const many = <T,>(make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
  if (what === 'Long') return <Form name={what} value={{ rows: many(texts) }} />;
  if (what === 'Rules')
    return <Form name={what} value={{ rules: many((index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`) }} />;
  if (what === 'Row') return <Table rows={many((index) => ({ id: `${index}`, row: { id: `${index}`, ...texts(index) } }))} />;
  return <Form name={what} value={{}} />;
}

function Form({ name, value }: { name: string; value: Json }) {
  const part = parts[name];
  const create = part?.resource.operations.create[0];
  if (!part || !create) throw new Error(`${name} cannot be created`);
  return <ResourceForm {...part} operation={create} mode="create" value={value} path={{}} onSaved={() => {}} onCancel={() => {}} />;
}

function Table({ rows }: { rows: { id: string; row: Record<string, Json> }[] }) {
  const part = parts['Row'];
  const shape = useMemo<RowShape | undefined>(
    () =>
      part && {
        columns: columnsOf(part.resource, {
          labels: part.labels,
          viewer: { mode: 'global', kind: 'superAdmin', holds: () => true },
          mixed: false,
          sorts: false,
        }),
        labels: part.labels,
        language: 'en',
        nameOf: ({ id }) => id,
      },
    [part],
  );
  if (!shape) return null;
  return (
    <div style={{ height: 600, display: 'flex' }}>
      <DataTable label="Rows" shape={shape} rows={rows} total={rows.length} />
    </div>
  );
}

/** The time at which the frame that is being made has been shown. */
function painted(): Promise<number> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));
}
