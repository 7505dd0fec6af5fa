import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { renameWorkspace } from '#api/workspace.ts';
import { ApiError } from '#api/error.ts';
import { readSession, writeSession } from '#api/token.ts';
import { loadUser } from '#api/user.ts';
import { renameSelf } from '#generated/client/account.ts';
import { email } from '#domain/formats/email.ts';
import { moveDrafts } from '#form/draft/drafts.ts';
import { notify } from '#ui/notify.ts';
import { queryClient } from '#app/base/query-client.ts';

/** Spec section 2: who logs in under the default name chooses an own one first. It cannot be put off; logging out can be had instead. */
export function RenameDialog({ onLogout }: { onLogout: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const dialog = useRef<HTMLDialogElement>(null);
  const [username, setUsername] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);

  const check = (): boolean => {
    const wrong =
      username.trim() === '' ? t('rename.required') : email.check(username.trim()) === undefined ? undefined : t('rename.format');
    setProblem(wrong);
    return wrong === undefined;
  };
  const submit = async (): Promise<void> => {
    if (!check()) return;
    setBusy(true);
    try {
      await rename(username.trim());
      notify.success(t('rename.done'));
    } catch (error) {
      const malformed = error instanceof ApiError && (error.status === 400 || error.status === 422);
      setProblem(malformed ? t('rename.format') : error instanceof ApiError && error.status === 409 ? error.detail : t('rename.failed'));
      setBusy(false);
    }
  };

  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="rename-title"
      aria-describedby="rename-body"
      onCancel={(event) => event.preventDefault()}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id="rename-title">{t('rename.title')}</h2>
        <div id="rename-body" className="confirm-body">
          {t('rename.body')}
        </div>
        <label className="confirm-typed">
          <span>{t('login.username')}</span>
          <input
            className="input"
            type="email"
            autoFocus
            autoComplete="username"
            value={username}
            aria-invalid={problem !== undefined}
            aria-describedby="rename-problem"
            onChange={(event) => setUsername(event.target.value)}
            onBlur={() => username !== '' && check()}
          />
        </label>
        <div id="rename-problem" role="alert" className="confirm-problem">
          {problem}
        </div>
        <div className="confirm-actions">
          <button type="button" className="btn" onClick={onLogout}>
            {t('user.logout')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={busy}>
            {t('ui.ok')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

async function rename(username: string): Promise<void> {
  await renameSelf({ username });
  const session = readSession();
  if (session !== undefined) {
    writeSession({ ...session, username });
    renameWorkspace(session.username, username);
    await moveDrafts(session.username, username).catch(() => {});
  }
  await loadUser();
  await queryClient.invalidateQueries();
}
