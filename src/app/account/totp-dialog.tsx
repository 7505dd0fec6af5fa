import { useQueryClient } from '@tanstack/react-query';
import { QRCode } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { encodePassword } from '#api/password.ts';
import { useUser } from '#api/user.ts';
import { confirmTotp, disableTotp, enrolTotp, renewRecoveryCodes, useGetTotp } from '#generated/client/session.ts';
import type { ConfirmTotp200, EnrolTotp201 } from '#generated/client/schemas.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Failure, Skeleton } from '#resource/states.tsx';
import { AntdTheme } from '#ui/antd-theme.tsx';
import { CopyText } from '#ui/copy-text.tsx';
import { Field } from '#ui/field.tsx';
import './totp-dialog.css';

type Secret = EnrolTotp201;
type Codes = ConfirmTotp200;
type Step = { at: 'state' } | { at: 'confirm'; secret: Secret } | { at: 'codes'; codes: string[] };

/** The authenticator app as a second step of the log-in: begin, confirm, recovery codes, stop. */
export function TotpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const found = useGetTotp({ query: { staleTime: 0 } });
  const [step, setStep] = useState<Step>({ at: 'state' });
  const changed = (next: Step): void => {
    void client.invalidateQueries({ queryKey: found.queryKey });
    setStep(next);
  };
  return (
    <Dialog title={t('totp.title')} onClose={onClose}>
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending && <Skeleton lines={3} label={t('ui.loading')} />}
      {step.at === 'confirm' && (
        <Confirm secret={step.secret} onDone={({ recoveryCodes }) => changed({ at: 'codes', codes: recoveryCodes })} />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} />}
      {step.at === 'state' && found.data?.data.enabled === false && (
        <>
          <p className="totp-text">{t('totp.off')}</p>
          <WithPassword
            action={t('totp.begin')}
            onPassword={async (password) => setStep({ at: 'confirm', secret: (await enrolTotp({ password })).data })}
          />
        </>
      )}
      {step.at === 'state' && found.data?.data.enabled === true && (
        <>
          <p className="totp-text">{t('totp.on', { codes: found.data.data.recoveryCodesLeft })}</p>
          <WithPassword
            action={t('totp.renew')}
            onPassword={async (password) => changed({ at: 'codes', codes: (await renewRecoveryCodes({ password })).data.recoveryCodes })}
            other={{
              action: t('totp.stop'),
              onPassword: async (password) => {
                await disableTotp({ password });
                changed({ at: 'state' });
              },
            }}
          />
        </>
      )}
    </Dialog>
  );
}

type Allowed = { action: string; onPassword: (encoded: string) => Promise<void> };
type WithPasswordProps = Allowed & {
  /** A second thing that the password allows. */
  other?: Allowed;
};

/** What changes the log-in asks for the password again. */
function WithPassword({ action, onPassword, other }: WithPasswordProps): ReactNode {
  const { t } = useTranslation('shell');
  const { username } = useUser();
  const [password, setPassword] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const run = async (work: Allowed['onPassword']): Promise<void> => {
    if (password === '') return setTrouble(t('login.needPassword'));
    try {
      await work(await encodePassword(username, password));
      setPassword('');
    } catch (error) {
      setTrouble(errorMessage(error));
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(onPassword);
      }}
    >
      <Field
        type="password"
        autoComplete="current-password"
        label={t('login.password')}
        data-focus
        value={password}
        problem={trouble}
        onChange={({ target }) => {
          setPassword(target.value);
          setTrouble(undefined);
        }}
      />
      <div className="totp-buttons">
        {other && (
          <button type="button" className="btn btn-warn" onClick={() => void run(other.onPassword)}>
            {other.action}
          </button>
        )}
        <button type="submit" className="btn btn-primary">
          {action}
        </button>
      </div>
    </form>
  );
}

function Confirm({ secret, onDone }: { secret: Secret; onDone: (codes: Codes) => void }): ReactNode {
  const { t } = useTranslation('shell');
  const [code, setCode] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      onDone((await confirmTotp({ code: code.trim() })).data);
    } catch (error) {
      setTrouble(errorMessage(error));
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p className="totp-text">{t('totp.scan')}</p>
      <div className="totp-secret">
        {/* who does not see it has the text beside it */}
        <div aria-hidden="true">
          <AntdTheme>
            <QRCode value={secret.uri} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
          </AntdTheme>
        </div>
        <p>
          {t('totp.typed')}
          <CopyText text={secret.secret} />
        </p>
      </div>
      <Field
        label={t('login.totp')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={16}
        autoFocus
        value={code}
        problem={trouble}
        onChange={({ target }) => {
          setCode(target.value);
          setTrouble(undefined);
        }}
      />
      <div className="totp-buttons">
        <button type="submit" className="btn btn-primary">
          {t('totp.confirm')}
        </button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <>
      <p className="totp-text" role="status">
        {t('totp.codes')}
      </p>
      <ul className="totp-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyText text={codes.join('\n')} />
    </>
  );
}
