import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import './copy-text.css';

/** Text with a button that copies it. */
export function CopyText({ text, children }: { text: string; children?: ReactNode }): ReactNode {
  const { t } = useTranslation('shell');
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <span className="copy-text">
      {children ?? text}
      <button type="button" aria-label={t(copied ? 'ui.copied' : 'ui.copy', { text })} onClick={() => void copy()}>
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </button>
    </span>
  );
}
