import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react';
import { createElement, Fragment, type ReactNode } from 'react';
import { asObject, asText } from '#domain/json.ts';

/** What a description may be made of. Everything else is left out, its text is kept. */
const drawn = new Set(
  'a abbr b blockquote br code dd del dl dt em hr i kbd li ol p pre s small span strong sub sup table tbody td th thead tr u ul'.split(' '),
);
/** What is no text of it. */
const unread = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'template',
  'noscript',
  'svg',
  'math',
  'head',
  'title',
  'textarea',
  'input',
]);

/** Elements of our own choosing with nothing but a safe address: what a stranger wrote runs nothing, loads nothing and looks like the page. */
const safely: NonNullable<MarkdownToJSX.Options['createElement']> = (type, given, ...children) => {
  if (typeof type !== 'string') return createElement(type, given, ...children);
  const { key, href } = asObject(given);
  const own = typeof key === 'string' || typeof key === 'number' ? { key } : {};
  if (unread.has(type)) return createElement(Fragment, own);
  if (/^h[1-6]$/.test(type)) return createElement('p', own, createElement('strong', {}, ...children));
  if (!drawn.has(type)) return createElement(Fragment, own, ...children);
  if (type !== 'a') return createElement(type, own, ...children);
  const address = asText(href) ?? '';
  if (!/^(?:https?:|mailto:)/i.test(address)) return createElement(Fragment, own, ...children);
  return createElement('a', { ...own, href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...children);
};

const options: MarkdownToJSX.Options = { createElement: safely, forceWrapper: true, wrapper: 'div' };

/** Markdown, and HTML in it. */
export function MarkedText({ text }: { text: string }): ReactNode {
  return (
    <div className="marked">
      <Markdown options={options}>{text}</Markdown>
    </div>
  );
}
