import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useReturnFocus } from '#ui/use-return-focus.ts';
import { chunk } from '#api/chunk.ts';
import { closeOverlay, useOverlay, type Overlay } from '#app/base/overlays.ts';
import { withMessages } from '#form/load-messages.ts';

type Closable = ComponentType<{ onClose: () => void }>;

const part = (load: () => Promise<Closable>) => lazy(async () => ({ default: await chunk(load) }));
const parts: Record<Overlay, Closable> = {
  palette: part(async () => (await import('#app/palette/palette.tsx')).Palette),
  help: part(async () => (await import('./keyboard-help.tsx')).KeyboardHelp),
  password: part(async () => (await withMessages(import('#app/account/password-dialog.tsx'))).PasswordDialog),
  sessions: part(async () => (await import('#app/account/sessions-dialog.tsx')).SessionsDialog),
  totp: part(async () => (await import('#app/account/totp-dialog.tsx')).TotpDialog),
  drafts: part(async () => (await withMessages(import('./drafts-drawer.tsx'))).DraftsDrawer),
  delegate: part(async () => (await withMessages(import('./delegate-drawer.tsx'))).DelegateDrawer),
  alarms: part(async () => (await withMessages(import('./alarms-drawer.tsx'))).AlarmsDrawer),
  alarmSound: part(async () => (await import('#app/alarm/sound-dialog.tsx')).SoundDialog),
};

/** Where dialogs and drawers of the shell appear. */
export function OverlayHost(): ReactNode {
  const overlay = useOverlay();
  // who knows the keys types on at once
  useEffect(() => {
    (window.requestIdleCallback ?? setTimeout)(() => void import('#app/palette/palette.tsx').catch(() => {}));
  }, []);
  if (overlay === undefined) return null;
  return <Opened key={overlay} overlay={overlay} />;
}

function Opened({ overlay }: { overlay: Overlay }): ReactNode {
  useReturnFocus();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  // the browser's address, which is ahead while the page that was asked for is still being made, and where a navigation
  // that had begun before leads: the first page may still be on its way when somebody asks for something
  const [openedAt] = useState(() => [window.location.pathname, next?.pathname]);
  // spec section 2: each navigation closes it; what was opened in its place stays
  useEffect(() => {
    if (!openedAt.includes(pathname) && !openedAt.includes(window.location.pathname)) closeOverlay(overlay);
  }, [overlay, openedAt, pathname]);
  const Part = parts[overlay];
  return (
    <Suspense fallback={null}>
      <Part onClose={() => closeOverlay(overlay)} />
    </Suspense>
  );
}
