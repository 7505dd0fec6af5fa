import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_RULES } from '#domain/formats/address-set.ts';
import { formats } from '#domain/formats/registry.ts';
import { AddressRuleIssues } from './address-rule-issues.tsx';
import { AddressRuleRow, type RowActions } from './address-rule-row.tsx';
import { AddressRuleTools } from './address-rule-tools.tsx';
import type { RuleAnswer, RuleTask } from './address-rules.worker.ts';
import { flushPending } from '#controls/pending.ts';
import { useLatest } from '#ui/use-latest.ts';
import { useRuleWorker } from './use-rule-worker.ts';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';
import './address-rules.css';
import '#controls/control.css';

const ROW = 32;
const VISIBLE = 12;
const none: string[] = [];

/** Up to 65,535 rules: a windowed list that a worker checks, so that neither length nor a paste holds up the page. */
export function AddressRules({ id, field, label, value, onChange, onBlur, disabled, invalid, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const lines = Array.isArray(value) ? (value as string[]) : none;
  const format = field.items?.format ?? 'address-rule';
  const max = field.limits?.maxItems ?? MAX_RULES;
  const { report, busy, ask, adopt } = useRuleWorker(lines, format);
  const [found, setFound] = useState<Uint32Array | undefined>(undefined);
  const [notice, setNotice] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const latest = useLatest(lines);
  const count = found?.length ?? lines.length;
  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 4 });

  const put = (next: string[]): void => {
    latest.current = next;
    adopt(next);
    onChange(next.length === 0 && !field.required ? undefined : next);
  };
  const splice = (at: number, remove: number, insert: string[] = []): void => {
    put(latest.current.toSpliced(at, remove, ...insert));
    void ask({ kind: 'splice', at, remove, insert });
    if (remove !== insert.length) setFound(undefined);
  };
  /** A task that answers with the whole list. */
  const rewrite = async (task: RuleTask): Promise<RuleAnswer> => {
    flushPending();
    const answer = await ask(task);
    if (answer.text !== undefined) put(answer.text === '' ? [] : answer.text.split('\n'));
    setFound(undefined);
    return answer;
  };
  const add = async (text: string, at = latest.current.length): Promise<void> => {
    const { added = 0, clipped = 0 } = await rewrite({ kind: 'add', at, text, max });
    setNotice([t('rules.added', { count: added }), clipped > 0 ? t('rules.clipped', { count: clipped }) : ''].filter(Boolean).join(' '));
    virtual.scrollToIndex(at, { align: 'start' });
  };
  const focus = (index: number, tries = 20): void => {
    const input = document.getElementById(`${id}/${index}`);
    if (input) input.focus({ preventScroll: true });
    else if (tries > 0) requestAnimationFrame(() => focus(index, tries - 1));
  };
  const jump = (index: number): void => {
    setFound(undefined);
    requestAnimationFrame(() => {
      virtual.scrollToIndex(index, { align: 'center' });
      scroller.current?.scrollIntoView({ block: 'nearest' });
      focus(index);
    });
  };
  const handlers: RowActions = {
    change: (index, text) => splice(index, 1, [formats[format]?.normalise?.(text) ?? text]),
    remove: (index) => splice(index, 1),
    insertBelow: (index) => {
      if (latest.current.length >= max) return;
      splice(index + 1, 0, ['']);
      jump(index + 1);
    },
    step: (index, by) => {
      const next = index + by;
      if (next < 0 || next >= latest.current.length) return;
      virtual.scrollToIndex(next);
      focus(next);
    },
    paste: (index, text) => void add(text, index),
    leave: () => onBlur?.(),
  };
  const current = useLatest(handlers);
  const actions = useMemo<RowActions>(
    () => ({
      change: (...args) => current.current.change(...args),
      remove: (...args) => current.current.remove(...args),
      insertBelow: (...args) => current.current.insertBelow(...args),
      step: (...args) => current.current.step(...args),
      paste: (...args) => current.current.paste(...args),
      leave: () => current.current.leave(),
    }),
    [current],
  );
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (event.defaultPrevented || !/[\r\n]./.test(text)) return;
    event.preventDefault();
    void add(text);
  };
  const wrong = invalid || (report?.counts.errors ?? 0) > 0;
  return (
    <div className="wr" role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} onPaste={onPaste}>
      <AddressRuleTools
        id={id}
        label={label}
        hint={t(format === 'address-rule' ? 'rules.pasteHint' : 'rules.pasteAddresses')}
        lines={lines}
        max={max}
        disabled={disabled}
        busy={busy}
        onAdd={(text) => void add(text)}
        onSort={() => void rewrite({ kind: 'sort' })}
        onClear={() => splice(0, lines.length)}
        onSearch={async (query) => setFound(query.trim() === '' ? undefined : (await ask({ kind: 'search', query })).found)}
        onNotice={setNotice}
      />
      <div className="wx-note" role="status">
        {[
          t('rules.count', { count: lines.length, max }),
          found && t('rules.found', { count: found.length }),
          busy && t('rules.checking'),
          notice,
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {report && (
        <AddressRuleIssues
          report={report}
          disabled={disabled}
          onJump={(line) => jump(line - 1)}
          onRemoveDuplicates={() => void rewrite({ kind: 'distinct' })}
        />
      )}
      {count === 0 ? (
        <div className="wr-empty">{found ? t('rules.nothing') : t('rules.empty')}</div>
      ) : (
        <div
          ref={scroller}
          className="wr-scroll"
          tabIndex={-1}
          data-invalid={wrong || undefined}
          style={{ height: Math.min(count, VISIBLE) * ROW + 2 }}
          role="list"
          aria-label={label}
        >
          <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            {virtual.getVirtualItems().map((item) => {
              const index = found ? (found[item.index] ?? 0) : item.index;
              return (
                <div
                  key={index}
                  role="listitem"
                  aria-posinset={item.index + 1}
                  aria-setsize={count}
                  style={{ position: 'absolute', insetInline: 0, transform: `translateY(${item.start}px)` }}
                >
                  <AddressRuleRow
                    id={`${id}/${index}`}
                    index={index}
                    text={lines[index] ?? ''}
                    flag={report?.flags[index] ?? 0}
                    disabled={disabled}
                    actions={actions}
                  />
                </div>
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}

const field = exampleField('addresses', {
  kind: 'array',
  widget: 'addressRules',
  items: exampleField('', { format: 'address-rule' }),
  limits: { maxItems: MAX_RULES },
});

export const examples: Example[] = [
  { name: 'address rules', field, value: ['10.0.0.0/8', '10.1.0.0/16', '192.0.2.1-192.0.2.9', 'example.com', '10.0.0.0/8', '300.1.1.1'] },
  { name: 'address rules, empty', field },
];
