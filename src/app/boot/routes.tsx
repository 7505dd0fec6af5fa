import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, type RouteObject, useParams } from 'react-router';
import { asking } from '#api/left-out.ts';
import { useWorkspace } from '#api/workspace.ts';
import { isOpen, useViewer } from '#api/viewer.ts';
import type { Model, NavigationEntry, PanelTab } from '#domain/model.ts';
import { deferred } from '#ui/deferred.tsx';
import { language as currentLanguage } from '#api/language.ts';
import { Page } from '#ui/page.tsx';
import { besides, screens } from '#screens/registry.ts';
import { chunk } from '#api/chunk.ts';
import { pages } from '#app/base/navigation.ts';
import { Shell } from '#app/frame/shell.tsx';
import { GroupLanding, Landing, NoPages, NotAllowed } from '#app/frame/landing.tsx';
import { RouteError } from './route-error.tsx';
import { warmPage } from './warm-page.ts';
import { CHART_NAMESPACES, FORM_NAMESPACES, STEP_NAMESPACES, withMessages } from '#form/load-messages.ts';

type Router = ReturnType<typeof createBrowserRouter>;

const resourcePage = (): Promise<typeof import('#page/resource-page.tsx')> => chunk(() => import('#page/resource-page.tsx'));

/** The router, once the chunk and the model of the first page are here: nothing renders twice. */
export async function openRoutes(model: Model): Promise<Router> {
  const router = createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <RouteError />,
      children: [...pages(model).map(routeOf), ...formRoutes(model), ...groupRoutes(model), { path: '*', element: <Landing /> }],
    },
  ]);
  // while a page is on its way the address, and what stands, is still that of the one before
  asking.page = () => (router.state.navigation.location ?? router.state.location).pathname;
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe((state) => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    });
  }
  return router;
}

/** A group's own address leads to its redirect, else to its first visible page. */
function groupRoutes(model: Model): RouteObject[] {
  const taken = new Set(pages(model).map(({ path }) => path));
  return model.groups
    .filter(({ name }) => !taken.has(`/${name}`))
    .map(({ name }) => ({ path: `/${name}`, element: <GroupLanding name={name} /> }));
}

/** Forms that are pages of their own stand below the list, and are open to whoever may open it. */
function formRoutes(model: Model): RouteObject[] {
  return Object.values(model.resources).flatMap(({ name, route, formPage }) => {
    const list = pages(model).find(({ path }) => path === route);
    if (!formPage || !list) return [];
    const { selectors: _, ...entry } = list;
    return [
      {
        path: `${route}/:id`,
        handle: entry,
        errorElement: <RouteError />,
        lazy: async () => {
          const [{ FormPage }, Beside] = await chunk(() =>
            withMessages(Promise.all([import('#page/form-page/form-page.tsx'), formPage.beside && besides[formPage.beside]()]), [
              ...FORM_NAMESPACES,
              ...STEP_NAMESPACES,
            ]),
          );
          const Content = () => {
            const { id = '' } = useParams();
            return <FormPage name={name} id={id} Beside={Beside?.Beside} />;
          };
          return { Component: () => <Guarded entry={entry} Content={Content} /> };
        },
      },
    ];
  });
}

function routeOf(entry: NavigationEntry): RouteObject {
  return {
    path: entry.path,
    handle: entry,
    errorElement: <RouteError />,
    loader: async ({ url }) => {
      // what fails here fails again where it is shown; spec section 2: it is only logged
      await warmPage(entry, url.searchParams).catch((error: unknown) => console.warn(error));
      return null;
    },
    // a page turns its own leaves
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => {
      const Content = await contentOf(entry);
      return { Component: () => <Guarded entry={entry} Content={Content} /> };
    },
  };
}

/** Measurements beside lists come when their tab is opened. */
async function panelsTab(entry: NavigationEntry, tab: PanelTab): Promise<ComponentType> {
  const { PanelsTab } = await chunk(() => withMessages(import('#panels/panels-tab.tsx'), CHART_NAMESPACES));
  return () => (
    <Page title={tab.title[currentLanguage()]}>
      <PanelsTab entry={entry} tab={tab} />
    </Page>
  );
}

async function contentOf(entry: NavigationEntry): Promise<ComponentType> {
  const { tabs, screen, form, panels } = entry;
  if (screen !== undefined) {
    const load = screens[screen];
    if (load === undefined) throw new Error(`No screen is called ${screen}`);
    return (await chunk(load)).Screen;
  }
  if (form !== undefined) {
    const { OperationFormPage } = await chunk(() => withMessages(import('#page/operation-form-page.tsx')));
    return () => <OperationFormPage operationId={form} title={entry.title} />;
  }
  if (panels !== undefined && tabs === undefined) {
    const { PanelsPage } = await chunk(() => withMessages(import('#panels/panels-page.tsx'), CHART_NAMESPACES));
    return () => <PanelsPage entry={entry} />;
  }
  const name = tabs?.[0];
  if (name === undefined) return NoPages;
  const { ResourcePage } = await resourcePage();
  const others = panels?.map((tab) => ({
    key: tab.name,
    label: tab.title[currentLanguage()],
    Content: deferred(() => panelsTab(entry, tab)),
  }));
  return () => <ResourcePage name={name} {...(tabs !== undefined && tabs.length > 1 ? { tabs } : {})} {...(others ? { others } : {})} />;
}

/** Known pages that are not open here lead to the first visible one, with a notice. A change of company starts the page anew. */
function Guarded({ entry, Content }: { entry: NavigationEntry; Content: ComponentType }): ReactNode {
  const viewer = useViewer();
  const { mode, companyId, channelId } = useWorkspace();
  if (!isOpen(entry, viewer)) return <NotAllowed entry={entry} />;
  return <Content key={[mode, companyId, channelId].join(' ')} />;
}
