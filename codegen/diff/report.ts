import type { Field, Language } from '#domain/model.ts';
import { type Change, kinds, stopping } from './change.ts';
import type { Side } from './side.ts';

export type Report = { base: string; changes: Change[]; refused: string[] };

/** Screens in the order of the contract, each with its changes. */
export function byScreen(changes: readonly Change[]): [string, Change[]][] {
  return [...Map.groupBy(changes, ({ screen }) => screen)];
}

export function markdown({ base, changes, refused }: Report): string {
  if (changes.length === 0 && refused.length === 0) return `Nothing changes on screen against ${base}.\n`;
  const lines = [`# On screen, against ${base}`, '', summary(changes), ''];
  if (refused.length > 0) lines.push(`Example documents that are refused from now on: ${refused.length} (${refused.join(', ')})`, '');
  for (const [screen, own] of byScreen(changes)) {
    const routes = own[0]?.routes ?? [];
    lines.push(`## ${screen}${routes.length > 0 ? ` (${routes.join(', ')})` : ''}`, '');
    for (const change of own) {
      const { kind, words, pointer, fingerprint, overrides, approved } = change;
      lines.push(
        `- **${kind}** ${words}${concernedOf(change)} \`${pointer}\` \`${fingerprint}\`${approved === undefined ? '' : ` approved: ${approved}`}`,
      );
      if (overrides.length > 0) lines.push(`  - named in ${overrides.join(', ')}`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

/** ` (refuses 3 stored documents and 1 example; named by 2 saved views)`, as far as that was counted. */
function concernedOf({ concerned }: Pick<Change, 'concerned'>): string {
  if (!concerned) return '';
  const { stored, examples, views } = concerned;
  const documents = [...many(stored, 'stored document'), ...many(examples, 'example')].join(' and ');
  const parts = [...(documents === '' ? [] : [`refuses ${documents}`]), ...many(views, 'saved view').map((words) => `named by ${words}`)];
  return ` (${parts.join('; ')})`;
}

function many(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
}

export function summary(changes: readonly Change[]): string {
  const counts = kinds.flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    if (own.length === 0) return [];
    const approved = stopping.has(kind) ? own.filter((change) => change.approved !== undefined).length : 0;
    return [`${own.length} ${kind}${approved > 0 ? ` (${approved} approved)` : ''}`];
  });
  return counts.join(', ');
}

/** One page that needs nothing else: the changes, and each changed form as it was and as it is. */
export function html(report: Report, before: Side, after: Side): string {
  const screens = byScreen(report.changes).map(([screen, own]) => {
    const items = own.map(
      ({ kind, words, pointer, fingerprint, overrides, approved, concerned }) =>
        `<li class="${kind}"><b>${kind}</b> ${text(words + concernedOf({ concerned }))} <code>${text(pointer)}</code> <code>${fingerprint}</code>${
          approved === undefined ? '' : ` <i>approved: ${text(approved)}</i>`
        }${overrides.length > 0 ? `<br><small>named in ${text(overrides.join(', '))}</small>` : ''}</li>`,
    );
    const [was, is] = [formOf(before, screen), formOf(after, screen)];
    const pictures = [pictureOf(was, linesOf(is), 'gone'), pictureOf(is, linesOf(was), 'new')];
    const shown =
      pictures[0] !== pictures[1]
        ? `<div class="pair"><div><h3>before</h3>${pictures[0]}</div><div><h3>after</h3>${pictures[1]}</div></div>`
        : '';
    return `<section><h2>${text(screen)} <small>${text((own[0]?.routes ?? []).join(', '))}</small></h2><ul>${items.join('')}</ul>${shown}</section>`;
  });
  const refused =
    report.refused.length > 0 ? `<p>Example documents that are refused from now on: ${text(report.refused.join(', '))}</p>` : '';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>On screen, against ${text(report.base)}</title><style>${STYLE}</style>
<h1>On screen, against ${text(report.base)}</h1><p>${summary(report.changes) || 'Nothing changes.'}</p>${refused}${screens.join('\n')}</html>\n`;
}

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:1100px;margin:24px auto;padding:0 16px;color:#1f2328}li{margin:4px 0}
code{background:#f3f4f6;padding:0 4px}.BREAK b,.GUESS b{color:#b42318}.TIGHTEN b,.ACCESS b{color:#b54708}small{color:#667085;font-weight:400}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}.form{border:1px solid #d0d5dd;padding:12px}.form label{display:block;margin:6px 0}
.form span{display:block;min-height:20px;border:1px solid #d0d5dd;padding:2px 6px;color:#667085}.form fieldset{border:1px solid #eaecf0}
.form .gone,.form .new,.form .changed{outline:2px solid #b54708;outline-offset:2px;margin:10px 0}.form em{font:600 12px system-ui;color:#b54708}
.form .gone{outline-color:#b42318}.form .new{outline-color:#067647}.gone>em,.gone>legend>em{color:#b42318!important}.new>em,.new>legend>em{color:#067647!important}`;

type Drawn = { fields: readonly Field[]; labels: Record<Language, { fields: Record<string, string> }> };

/** The form of a screen: its fields in order, under their words, with what they take. */
function formOf({ built }: Side, screen: string): Drawn | undefined {
  const entry = built.resources.find(({ resource }) => resource.name === screen);
  const form = built.forms.find(({ operation }) => operation.id === screen);
  const { operations, schemas, item } = entry?.resource ?? { operations: undefined, schemas: form?.schemas ?? {}, item: '' };
  const key = (operations ? (operations.update[0] ?? operations.create[0]) : form?.operation)?.body?.schema ?? item;
  const labels = entry?.labels ?? form?.labels;
  const root = schemas[key];
  return root && labels && { fields: (root.fields ?? []).filter(({ readOnly }) => !readOnly), labels };
}

function innerOf(field: Field): Field[] | undefined {
  return (field.fields ?? field.items?.fields)?.filter(({ readOnly }) => !readOnly);
}

/** What is drawn of each field itself, by its path. */
function linesOf(form: Drawn | undefined): ReadonlyMap<string, string> {
  if (!form) return new Map();
  const below = (field: Field): Field[] => [field, ...(innerOf(field) ?? []).flatMap(below)];
  return new Map(form.fields.flatMap(below).map((field) => [field.path, lineOf(field, form.labels)]));
}

/** `other`: the lines of the other picture; `only`: what a field is that stands in this one alone. */
function pictureOf(form: Drawn | undefined, other: ReadonlyMap<string, string>, only: 'gone' | 'new'): string {
  if (!form) return '<p>none</p>';
  const drawn = (field: Field): string => {
    const [line, was] = [lineOf(field, form.labels), other.get(field.path)];
    const mark = was === line ? '' : was === undefined ? only : 'changed';
    const [marked, word] = mark === '' ? ['', ''] : [` class="${mark}"`, `<em>${mark}</em> `];
    const inner = innerOf(field);
    return inner
      ? `<fieldset${marked}><legend>${word}${nameOf(field, form.labels)}</legend>${inner.map(drawn).join('')}</fieldset>`
      : `<label${marked}>${word}${line}</label>`;
  };
  return `<div class="form">${form.fields.map(drawn).join('')}</div>`;
}

function nameOf(field: Field, labels: Drawn['labels']): string {
  return text(`${labels.en.fields[field.path] ?? field.name} / ${labels.zh.fields[field.path] ?? '—'}${field.required ? ' *' : ''}`);
}

function lineOf(field: Field, labels: Drawn['labels']): string {
  if (innerOf(field)) return nameOf(field, labels);
  const takes = [field.values?.map(String).join(' | ') ?? field.format ?? field.kind, field.limits && JSON.stringify(field.limits)].filter(
    Boolean,
  );
  return `${nameOf(field, labels)}<span>${text(takes.join(' '))}</span>`;
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
