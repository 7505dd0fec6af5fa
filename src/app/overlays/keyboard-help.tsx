import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { setSingleKeys, singleKeys } from '#ui/single-keys.ts';
import './keyboard-help.css';

const control = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const keys = [
  { say: 'keys.palette', press: [control, 'K'] },
  { say: 'keys.search', press: ['/'] },
  { say: 'keys.help', press: ['?'] },
  { say: 'keys.move', press: ['↑', '↓'] },
  { say: 'keys.choose', press: ['Enter'] },
  { say: 'keys.save', press: [control, 'Enter'] },
  { say: 'keys.close', press: ['Esc'] },
  { say: 'keys.next', press: ['Tab'] },
  { say: 'keys.notices', press: ['F8'] },
] as const;

/** What the keyboard does, and the switch for keys that need no Ctrl. */
export function KeyboardHelp({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const [single, setSingle] = useState(singleKeys);
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className="keys">
        {keys.map(({ say, press }) => (
          <div key={say}>
            <dt>{t(say)}</dt>
            <dd>
              {press.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="keys-single">
        <input
          type="checkbox"
          checked={single}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setSingle(target.checked);
          }}
        />
        {t('keys.single')}
      </label>
    </Dialog>
  );
}
