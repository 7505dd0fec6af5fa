import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { readContext, setContext, useContext } from '#api/context.ts';
import { useModel } from '#api/model.ts';
import { closeLive } from '#api/live.ts';
import { logout } from '#api/session.ts';
import { useUser } from '#api/user.ts';
import type { Mode } from '#domain/model.ts';
import { Icon } from '#ui/icon.tsx';
import { MenuButton, type MenuItem } from '#ui/menu-button.tsx';
import { leaveTo, logoutAddress } from '#app/address.ts';
import { chunk } from '#app/chunk.ts';
import { allowedModes, contextOf, sightIn } from '#app/modes.ts';
import { pathInMode } from '#app/navigation.ts';
import { switchContext } from '#app/switch-context.ts';

const DraftsDrawer = lazy(async () => ({ default: (await chunk(() => import('#app/shell/drafts-drawer.tsx'))).DraftsDrawer }));

/** Who is here, in which mode, and the way out. */
export function AvatarMenu(): ReactNode {
  const { t } = useTranslation('shell');
  const user = useUser();
  const model = useModel();
  const { mode } = useContext();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [drafts, setDrafts] = useState(false);
  const modes = allowedModes(user);
  const enter = async (next: Mode): Promise<void> => {
    if (next === readContext().mode) return;
    const context = await contextOf(next, user);
    const path = pathInMode(model, sightIn(model, user, next, context.company?.auditType), pathname);
    await switchContext(navigate, path, () => setContext(context, user.username));
  };
  const items: MenuItem[] = [
    ...(modes.length > 1 ? modes : []).map((each, index) => ({
      key: each,
      label: t(`mode.${each}`),
      checked: each === mode,
      ...(index === 0 ? { heading: t('mode.label') } : {}),
      onSelect: () => void enter(each),
    })),
    { key: 'drafts', label: t('user.drafts'), separated: modes.length > 1, onSelect: () => setDrafts(true) },
    { key: 'logout', label: t('user.logout'), onSelect: () => void leave() },
  ];
  const name = user.name || user.username;
  return (
    <>
      <MenuButton
        label={t('user.menu', { name })}
        items={() => items}
        className="top-button avatar-button"
        header={
          <div className="avatar-head">
            <strong>{name}</strong>
            {name !== user.username && <span>{user.username}</span>}
          </div>
        }
      >
        <span className="avatar" aria-hidden="true">
          {Array.from(name)[0]?.toUpperCase()}
        </span>
        <Icon name="chevron" size={12} />
      </MenuButton>
      {drafts && (
        <Suspense>
          <DraftsDrawer onClose={() => setDrafts(false)} />
        </Suspense>
      )}
    </>
  );
}

export async function leave(): Promise<void> {
  closeLive();
  await logout();
  leaveTo(logoutAddress());
}
