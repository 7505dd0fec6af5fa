import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#domain/units/bytes.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { useLatest } from '#ui/use-latest.ts';
import { useFlushed } from '#controls/use-flushed.ts';

/** A file that the browser parses itself (decision 15). */
const CAP = 16 * 1_048_576;
const REST = 150;

type Props = {
  id: string;
  label: string;
  /** What may be typed or pasted. */
  hint: string;
  lines: readonly string[];
  max: number;
  disabled: boolean | undefined;
  busy: boolean;
  onAdd: (text: string) => void;
  onSort: () => void;
  onClear: () => void;
  onSearch: (query: string) => Promise<void>;
  onNotice: (text: string) => void;
};

/** Adding (one line, or as many as are pasted), files, search, order. */
export function AddressRuleTools({ id, label, hint, lines, max, disabled, busy, onAdd, onSort, onClear, onSearch, onNotice }: Props) {
  const { t } = useTranslation('widgets');
  const [typed, setTyped] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const full = lines.length >= max;
  // adding flushes what is held back: it must be handed over once only
  const held = useRef('');
  const type = (text: string): void => {
    held.current = text;
    setTyped(text);
  };
  const add = (): void => {
    const text = held.current;
    if (text.trim() === '') return;
    type('');
    onAdd(text);
  };
  useFlushed(typed.trim() !== '', add);
  const take = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    if (chosen.size > CAP) onNotice(t('rules.tooLarge', { max: formatBytes(CAP) }));
    else onAdd(await chosen.text());
  };
  return (
    <>
      <div className="wx-row">
        <input
          id={id}
          className="wx-input wx-mono"
          value={typed}
          disabled={disabled || full}
          placeholder={hint}
          aria-label={`${label}: ${t('rules.addLabel')}`}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" className="wx-button" disabled={disabled || full} onClick={add}>
          {t('rules.add')}
        </button>
        <button type="button" className="wx-button" disabled={disabled || full} onClick={() => file.current?.click()}>
          {t('rules.file')}
        </button>
        <input
          ref={file}
          type="file"
          accept=".txt,.csv,.list,text/plain,text/csv"
          hidden
          aria-label={t('rules.file')}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <div className="wx-row">
        <Search key={lines.length === 0 ? 'none' : 'some'} id={id} disabled={lines.length === 0} onSearch={onSearch} />
        <button type="button" className="wx-button" disabled={disabled || busy || lines.length < 2} onClick={onSort}>
          {t('rules.sort')}
        </button>
        <button type="button" className="wx-button" disabled={lines.length === 0} onClick={() => download(lines, label)}>
          {t('rules.download')}
        </button>
        <button type="button" className="wx-button" disabled={disabled || lines.length === 0} onClick={onClear}>
          {t('rules.clear')}
        </button>
      </div>
    </>
  );
}

function Search({ id, disabled, onSearch }: { id: string; disabled: boolean; onSearch: Props['onSearch'] }) {
  const { t } = useTranslation('widgets');
  const [query, setQuery] = useState('');
  const rested = useDebounced(query, REST);
  const latest = useLatest(onSearch);
  useEffect(() => void latest.current(rested), [latest, rested]);
  return (
    <input
      id={`${id}-search`}
      type="search"
      className="wx-input"
      value={query}
      disabled={disabled}
      placeholder={t('rules.search')}
      aria-label={t('rules.search')}
      onChange={(event) => setQuery(event.target.value)}
    />
  );
}

function download(lines: readonly string[], name: string): void {
  const url = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
