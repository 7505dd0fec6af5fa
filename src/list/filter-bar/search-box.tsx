import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '#ui/kbd.tsx';
import { isSingleKey } from '#ui/single-keys.ts';
import { Icon } from '#ui/icon.tsx';

type Props = { value: string; label: string; onSearch: (keyword: string) => void };

const PAUSE = 300;

/** Searches when the typing pauses, on Enter at once; `/` brings the cursor here from anywhere on the page. */
export function SearchBox({ value, label, onSearch }: Props) {
  const { t } = useTranslation('resource');
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // what is being typed; undefined while it is what the list shows
  const [draft, setDraft] = useState<string>();

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || !isSingleKey(event)) return;
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      clearTimeout(timer.current);
    };
  }, []);

  const search = (text: string): void => {
    clearTimeout(timer.current);
    setDraft(undefined);
    if (text.trim() !== value) onSearch(text.trim());
  };

  return (
    <span className="rf-search">
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={t('filter.search')}
        value={draft ?? value}
        maxLength={200}
        onChange={(event) => {
          const text = event.target.value;
          setDraft(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(text), text === '' ? 0 : PAUSE);
        }}
        onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value)}
      />
      <Kbd>/</Kbd>
    </span>
  );
}
