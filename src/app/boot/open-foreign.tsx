import { QueryClientProvider } from '@tanstack/react-query';
import type { Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { config, type Foreign } from '#api/config.ts';
import { headerValue, onHeadersEntered, signWithHeaders } from '#api/asked-headers.ts';
import { forgetCredentials, readCredentials, readServer, signWithCredentials } from '#api/credentials.ts';
import { language, storeLanguage } from '#api/language.ts';
import { loadModel } from '#api/model.ts';
import { refreshAll } from '#api/refresh.ts';
import type { Field } from '#domain/model.ts';
import { beforeReload, reload } from '#api/reload.ts';
import { onInterruption, signWith } from '#api/request.ts';
import { actAsAnybody } from '#api/user.ts';
import { setWorkspace } from '#api/workspace.ts';
import { chunk } from '#api/chunk.ts';
import { saveOpenForms } from '#form/draft/open-forms.ts';
import { loadMessages } from '#app/base/i18n.ts';
import { queryClient } from '#app/base/query-client.ts';
import { openRoutes } from '#app/boot/routes.tsx';
import { renewTokens } from '#app/foreign/client-token.ts';
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
  signWith({ sign, refused, knows: (asked) => headerValue(asked) !== undefined });
  onInterruption({ expired: () => {}, maintenance: () => {} });
  beforeReload(saveOpenForms);
  const router = await chunk(() => openRoutes(model));
  const show = (round: number): void =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider key={round} router={router} />
      </QueryClientProvider>,
    );
  show(0);
  let round = 0;
  // what stands on the page was answered for other headers
  onHeadersEntered(({ shown }) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'model', type: shown ? 'all' : 'inactive' });
    if (shown) show(++round);
    else void refreshAll(queryClient);
  });
}

function sign(headers: Headers, asked: readonly Field[]): void {
  signWithCredentials(headers);
  signWithHeaders(headers, asked);
}

/** A token that is over is made anew, once; whatever else is refused asks for another log-in. */
async function refused(again: true | undefined): Promise<boolean> {
  if (again === undefined && (await renewTokens())) return true;
  if (readCredentials()) {
    forgetCredentials();
    void reload();
  }
  return false;
}

/** A document has one language: whether it is the other one now. */
function takeLanguageOf({ title }: Foreign): boolean {
  const wanted = /\p{Script=Han}/u.test(title) ? 'zh' : 'en';
  if (wanted === language()) return false;
  storeLanguage(wanted);
  return true;
}
