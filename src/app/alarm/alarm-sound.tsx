import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { severities as gravestFirst } from '#domain/alert-severity.ts';
import { connect } from '#api/live.ts';
import { asObject, asText } from '#domain/json.ts';
import { notify } from '#ui/notify.ts';
import { useSoundChoice } from './sound-choice.ts';
import { sound, type Sounded } from './tones.ts';

/** What comes within this time sounds once, as the gravest of it; so long nothing sounds again (ms). */
const SETTLE = 300;
const PAUSE = 4000;
const order: readonly string[] = gravestFirst;

/** Sounds when an alarm begins to ask for attention, for those who want to hear it. Shows nothing. */
export function AlarmSound(): null {
  const { t } = useTranslation('shell');
  const [severities] = useSoundChoice();
  const chosen = severities.join(' ');
  useEffect(() => {
    if (chosen === '') return undefined;
    let isSaid = false;
    return onNews((severity) => {
      if (!chosen.split(' ').includes(severity)) return undefined;
      return (what) => {
        if (what === 'played' || isSaid) return;
        // said once: it is the same until somebody clicks
        isSaid = true;
        notify.warning(t(`alarm.sound.${what}`));
      };
    });
  }, [chosen, t]);
  return null;
}

/** `wanted`: whether this severity is to sound, and what is done with what came of it. */
function onNews(wanted: (severity: string) => ((what: Sounded) => void) | undefined): () => void {
  const ended = new AbortController();
  let timer: number | undefined;
  let gravest: string | undefined;
  let last = 0;
  const receive = (message: unknown): void => {
    const { news, severity } = asObject(message);
    const name = asText(severity);
    if (news !== true || name === undefined || !wanted(name)) return;
    if (gravest === undefined || order.indexOf(name) < order.indexOf(gravest)) gravest = name;
    timer ??= window.setTimeout(play, Math.max(SETTLE, last + PAUSE - Date.now()));
  };
  const play = (): void => {
    const severity = gravest ?? '';
    timer = gravest = undefined;
    last = Date.now();
    void sound(severity).then((what) => wanted(severity)?.(what));
  };
  const listen = async (): Promise<void> => {
    const socket = await connect();
    if (ended.signal.aborted) return;
    socket.on('alert', receive);
    ended.signal.addEventListener('abort', () => socket.off('alert', receive));
  };
  // without a connection there is nothing to hear; the bell says so
  listen().catch(() => {});
  return () => {
    ended.abort();
    window.clearTimeout(timer);
  };
}
