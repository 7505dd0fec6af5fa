import { QueryClientProvider } from '@tanstack/react-query';
import type { Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { config, type Foreign } from '#api/config.ts';
import { readCredentials, readServer } from '#api/credentials.ts';
import { language, storeLanguage } from '#api/language.ts';
import { loadModel } from '#api/model.ts';
import { beforeReload, reload } from '#api/reload.ts';
import { onInterruption } from '#api/request.ts';
import { actAsAnybody } from '#api/user.ts';
import { setWorkspace } from '#api/workspace.ts';
import { chunk } from '#api/chunk.ts';
import { saveOpenForms } from '#form/draft/open-forms.ts';
import { loadMessages } from '#app/base/i18n.ts';
import { queryClient } from '#app/base/query-client.ts';
import { openRoutes } from '#app/boot/routes.tsx';
import { SchemeLogin } from '#app/foreign/scheme-login.tsx';
import '#detail/detail.css';

/** The console of a contract that is not ours: its backend is asked for nothing that the contract does not name. */
export async function openForeign(root: Root): Promise<void> {
  const { foreign } = config();
  if (!foreign) return;
  if (takeLanguageOf(foreign)) return window.location.reload();
  await loadMessages();
  if ((!foreign.open && readCredentials() === undefined) || (foreign.servers && readServer() === undefined)) {
    root.render(<SchemeLogin foreign={foreign} onDone={() => void openForeign(root)} />);
    return;
  }
  const model = await loadModel();
  actAsAnybody();
  setWorkspace({ mode: 'global' }, '');
  onInterruption({ expired: () => void reload(), maintenance: () => {} });
  beforeReload(saveOpenForms);
  const router = await chunk(() => openRoutes(model));
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** A document has one language: whether it is the other one now. */
function takeLanguageOf({ title }: Foreign): boolean {
  const wanted = /\p{Script=Han}/u.test(title) ? 'zh' : 'en';
  if (wanted === language()) return false;
  storeLanguage(wanted);
  return true;
}
