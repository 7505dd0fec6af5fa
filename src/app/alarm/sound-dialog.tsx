import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceQuery } from '#api/model.ts';
import { useWorkspace } from '#api/workspace.ts';
import { asText } from '#domain/json.ts';
import { fieldAt, rowField } from '#resource/fields.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useSoundChoice } from './sound-choice.ts';
import { sound, type Sounded } from './tones.ts';
import './sound-dialog.css';

/** Which severities sound, for this account; off until somebody switches one on. Each can be listened to. */
export function SoundDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const { language } = useWorkspace();
  const known = useQuery(resourceQuery('Alert', language)).data;
  const [chosen, choose] = useSoundChoice();
  const [came, setCame] = useState<Sounded>();
  const words = known?.labels.enums['severity'] ?? {};
  const severities = (known && fieldAt(rowField(known.resource), 'severity')?.values) ?? [];
  const listen = (severity: string): void => void sound(severity).then(setCame);
  return (
    <Dialog
      title={t('alarm.sound.title')}
      onClose={onClose}
      footer={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('ui.close')}
        </button>
      }
    >
      <p>{t('alarm.sound.hint')}</p>
      <ul className="alarm-sounds">
        {severities
          .flatMap((value) => asText(value) ?? [])
          .map((severity) => (
            <li key={severity}>
              <label>
                <input
                  type="checkbox"
                  role="switch"
                  aria-checked={chosen.includes(severity)}
                  checked={chosen.includes(severity)}
                  onChange={({ target }) => {
                    choose(target.checked ? [...chosen, severity] : chosen.filter((each) => each !== severity));
                    if (target.checked) listen(severity);
                  }}
                />{' '}
                {words[severity] ?? severity}
              </label>
              <button
                type="button"
                className="btn"
                aria-label={t('alarm.sound.tryOf', { severity: words[severity] ?? severity })}
                onClick={() => listen(severity)}
              >
                {t('alarm.sound.try')}
              </button>
            </li>
          ))}
      </ul>
      <p role="status" className="alarm-sound-state">
        {came !== undefined && came !== 'played' ? t(`alarm.sound.${came}`) : chosen.length === 0 ? t('alarm.sound.off') : ''}
      </p>
    </Dialog>
  );
}
