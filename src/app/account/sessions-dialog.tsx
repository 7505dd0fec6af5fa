import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '#api/error.ts';
import { endSession, endSessions, useListSessions } from '#generated/client/session.ts';
import type { ListSessions200 } from '#generated/client/schemas.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Failure, Skeleton } from '#resource/states.tsx';
import { confirm } from '#ui/confirm.tsx';
import { short } from '#cells/date-cell.tsx';
import { endingSession } from './ending-session.ts';
import { signOut } from './sign-out.ts';
import './sessions-dialog.css';

type OpenSession = ListSessions200['results'][number];

/** Where this account is logged in now, and the way to end it there. */
export function SessionsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<string>();
  const found = useListSessions({ query: { staleTime: 0 } });
  const sessions = found.data?.data.results ?? [];
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setTrouble(undefined);
    try {
      await work();
      await client.invalidateQueries({ queryKey: found.queryKey });
    } catch (error) {
      setTrouble(errorMessage(error));
    }
  };
  const everywhere = async (): Promise<void> => {
    const yes = await confirm({
      kind: 'danger',
      title: t('sessions.everywhereTitle'),
      body: t('sessions.everywhereBody'),
      action: t('sessions.everywhere'),
    });
    if (!yes) return;
    await run(async () => {
      await endingSession(endSessions);
      await signOut({ tone: 'done', text: t('sessions.everywhereDone') });
    });
  };
  return (
    <Dialog
      title={t('sessions.title')}
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn"
            disabled={sessions.length < 2}
            onClick={() => void run(() => endSessions({ others: true }))}
          >
            {t('sessions.others')}
          </button>
          <button type="button" className="btn btn-warn" onClick={() => void everywhere()}>
            {t('sessions.everywhere')}
          </button>
        </>
      }
    >
      {found.error ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending && <Skeleton lines={3} label={t('ui.loading')} />}
      <ul className="sessions">
        {sessions.map((session) => (
          <Session key={session.sessionId} session={session} onEnd={() => void run(() => endSession(session.sessionId))} />
        ))}
      </ul>
      <p className="field-problem" role="alert">
        {trouble}
      </p>
    </Dialog>
  );
}

function Session({ session, onEnd }: { session: OpenSession; onEnd: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  return (
    <li>
      <div>
        <p>
          <strong title={session.userAgent}>{session.device}</strong>
          {session.current && <span className="sessions-own">{t('sessions.current')}</span>}
        </p>
        <p className="sessions-more">
          {t('sessions.line', { ip: session.ip, from: short(new Date(session.createdAt)), seen: short(new Date(session.lastSeenAt)) })}
        </p>
      </div>
      {!session.current && (
        <button type="button" className="btn btn-small" onClick={onEnd} aria-label={t('sessions.endOf', { device: session.device })}>
          {t('sessions.end')}
        </button>
      )}
    </li>
  );
}
