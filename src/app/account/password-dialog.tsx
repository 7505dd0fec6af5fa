import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorMessage } from '#api/error.ts';
import { encodePassword } from '#api/password.ts';
import { useUser } from '#api/user.ts';
import { changePassword } from '#generated/client/account.ts';
import { passwordProblem } from '#domain/password.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { messageOf } from '#ui/message.ts';
import { endingSession } from './ending-session.ts';
import { signOut } from './sign-out.ts';

type Name = 'currentPassword' | 'newPassword' | 'newPasswordConfirm';
type Values = Record<Name, string>;
type Problems = Partial<Record<Name, string>>;

const names = ['currentPassword', 'newPassword', 'newPasswordConfirm'] as const;
const labels = { currentPassword: 'password.old', newPassword: 'password.new', newPasswordConfirm: 'password.confirm' } as const;

/** Spec sections 2, 5, 8: old, new, confirm-new. It logs out once the password has changed. A one-time password leaves no other way but out. */
export function PasswordDialog({ onClose }: { onClose?: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const { username } = useUser();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({ currentPassword: '', newPassword: '', newPasswordConfirm: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const check = (): Problems => {
    const { currentPassword, newPassword, newPasswordConfirm } = values;
    const weak = passwordProblem(newPassword);
    return {
      ...(currentPassword === '' ? { currentPassword: t('password.needOld') } : {}),
      ...(newPassword === ''
        ? { newPassword: t('password.needNew') }
        : newPassword === currentPassword
          ? { newPassword: t('password.same') }
          : weak
            ? { newPassword: messageOf(weak.code, weak.params) }
            : {}),
      ...(newPasswordConfirm === ''
        ? { newPasswordConfirm: t('password.needConfirm') }
        : newPasswordConfirm !== newPassword
          ? { newPasswordConfirm: t('password.mismatch') }
          : {}),
    };
  };
  const show = (found: Problems): boolean => {
    setProblems(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    return first === undefined;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(undefined);
    if (busy || !show(check())) return;
    setBusy(true);
    try {
      const encoded = (name: Name): Promise<string> => encodePassword(username, values[name]);
      const [currentPassword, newPassword, newPasswordConfirm] = await Promise.all([
        encoded('currentPassword'),
        encoded('newPassword'),
        encoded('newPasswordConfirm'),
      ]);
      await endingSession(() => changePassword({ currentPassword, newPassword, newPasswordConfirm }));
    } catch (error) {
      setFailure(t('password.failed'));
      show(found(error));
      return setBusy(false);
    }
    await signOut({ tone: 'done', text: t('password.done'), username });
  };

  return (
    <Dialog
      title={t(onClose ? 'password.title' : 'password.forcedTitle')}
      {...(onClose ? { onClose } : {})}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose ?? (() => void signOut())}>
            {t(onClose ? 'ui.cancel' : 'user.logout')}
          </button>
          <button type="submit" form="change-password" className="btn btn-primary" aria-disabled={busy}>
            {t('ui.ok')}
          </button>
        </>
      }
    >
      <form id="change-password" ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {!onClose && <p className="field-intro">{t('password.forced')}</p>}
        {/* for password managers, which must know whose password this is */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {names.map((name) => (
          <Field
            key={name}
            name={name}
            type="password"
            label={t(name === 'currentPassword' && !onClose ? 'password.oneTime' : labels[name])}
            autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
            maxLength={128}
            data-focus={name === 'currentPassword' || undefined}
            value={values[name]}
            hint={name === 'newPassword' ? t('password.rule') : undefined}
            problem={problems[name]}
            onChange={({ target }) => {
              setValues({ ...values, [name]: target.value });
              setProblems({ ...problems, [name]: undefined });
            }}
          />
        ))}
        <p className="field-problem" role="alert">
          {failure}
        </p>
      </form>
    </Dialog>
  );
}

/** What the server found, at its field. */
function found(error: unknown): Problems {
  if (!(error instanceof ApiError)) return { currentPassword: errorMessage(error) };
  const known = error.errors.flatMap(({ pointer, detail }) => {
    const name = names.find((each) => pointer === `/${each}`);
    return name === undefined ? [] : [[name, detail] as const];
  });
  return known.length > 0 ? Object.fromEntries(known) : { currentPassword: error.detail };
}
