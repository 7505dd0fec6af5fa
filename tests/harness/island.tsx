import { withTheme } from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { use as extend } from 'i18next';
import { Fragment, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { loadConfig } from '#api/config.ts';
import { loadLabels, loadModel, loadWhole } from '#api/model.ts';
import { writeSession } from '#api/token.ts';
import { loadUser } from '#api/user.ts';
import type { Json, Language } from '#domain/model.ts';
import { theme } from '#form/island/theme.tsx';
import { ResourceForm } from '#form/resource-form.tsx';
import { antdLocale } from '#ui/antd-locale.ts';
import { AntdTheme } from '#ui/antd-theme.tsx';
import type { IslandHarness } from './island.ts';
import '#ui/theme.css';
import '#ui/controls.css';

/** Forms of any contract, each with what it collected. */
const words = import.meta.glob<Record<string, Json>>('#locales/{zh,en}/*.json', { eager: true, import: 'default' });
const asked = new URLSearchParams(window.location.search);
const language: Language = asked.get('language') === 'zh' ? 'zh' : 'en';
if (asked.has('dark')) document.documentElement.dataset['theme'] = 'dark';

const client = new QueryClient();
let root: Root | undefined;
let forms = 0;

localStorage.setItem('wan.language', language);
document.documentElement.lang = language;
writeSession({ token: 't', refreshToken: 'r', username: 'reader', expiresAt: Date.now() + 1e9, lifetime: 1e9, remember: false });
await loadConfig();
await Promise.all([loadModel(), loadUser(), antdLocale()]);
const namespaces = Object.entries(words).flatMap(([file, messages]) => {
  const [, of, name = ''] = /locales\/(\w+)\/(\w+)\.json$/.exec(file) ?? [];
  return of === language ? [[name, messages]] : [];
});
await extend(initReactI18next).init({
  lng: language,
  fallbackLng: false,
  resources: { [language]: Object.fromEntries(namespaces) },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

const Plain = withTheme(theme);

/** Draws a form afresh; what is around it stays, as on a page. */
function draw(form: ReactNode): void {
  island.collected = undefined;
  const container = document.getElementById('root');
  if (!container) throw new Error('no #root');
  const tree = (
    <QueryClientProvider client={client}>
      <AntdTheme>
        <Fragment key={++forms}>{form}</Fragment>
      </AntdTheme>
    </QueryClientProvider>
  );
  root ??= createRoot(container);
  // whoever looks for the form afterwards does not find the one before it
  flushSync(() => root?.render(tree));
}

const island: IslandHarness = {
  collected: undefined,
  // as somebody does it who uses the library, and has nothing of ours but the theme
  plain(schema, uiSchema) {
    draw(
      <Plain
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        noValidate
        onSubmit={({ formData }) => (island.collected = { item: formData })}
      />,
    );
  },
  async open(name, value) {
    draw(undefined);
    const [resource, labels] = await Promise.all([loadWhole(name), loadLabels(name, language)]);
    const create = resource.operations.create[0];
    if (!create) throw new Error(`${name} cannot be created`);
    draw(
      <ResourceForm
        resource={resource}
        labels={labels}
        operation={create}
        mode="create"
        value={value}
        path={{}}
        collect
        onSaved={(item) => (island.collected = { item })}
        onCancel={() => {}}
      />,
    );
  },
};
Object.assign(window, { island });
