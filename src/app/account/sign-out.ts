import { chunk } from '#api/chunk.ts';
import { config } from '#api/config.ts';
import { closeLive } from '#api/live.ts';
import { logout } from '#api/session.ts';
import { saveOpenForms } from '#form/draft/open-forms.ts';
import { leaveTo, logoutAddress, type Notice } from '#app/base/address.ts';

/** Logs out and leaves for where the operator logged in, with a message to show there. A half-filled form is kept as a draft. */
export async function signOut(notice?: Notice): Promise<void> {
  await saveOpenForms().catch(() => {});
  if (config().foreign) {
    const { forgetCredentials } = await chunk(() => import('#api/credentials.ts'));
    forgetCredentials();
    return window.location.replace('/');
  }
  closeLive();
  // without a session there is nothing to end; the way out is the same
  await logout().catch(() => {});
  leaveTo(logoutAddress(), notice);
}
