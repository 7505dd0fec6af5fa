import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkedText } from './marked-text.tsx';

const drawn = (text: string): string => renderToStaticMarkup(<MarkedText text={text} />);

test('Markdown and HTML are drawn by what a description may be made of', () => {
  const html = drawn('# Caps\n\nSee **here**, `group_cap` and [the docs](https://example.com/a).\n\n- one\n- two\n\n<b>Bold</b><br/>end');
  for (const part of ['<strong>Caps</strong>', '<strong>here</strong>', '<code>group_cap</code>', '<li>one</li>', '<b>Bold</b>', '<br/>'])
    expect(html).toContain(part);
  expect(html).toContain('<a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">the docs</a>');
});

test.each([
  ['<script>alert(1)</script>after', '<script'],
  ['<img src="x" onerror="alert(1)">', 'img'],
  ['<iframe src="https://evil.example"></iframe>', '<iframe'],
  ['[press](javascript:alert(1))', 'javascript'],
  ['<a href="javascript:alert(1)">press</a>', 'javascript'],
  ['<a href="https://example.com" onclick="alert(1)" style="position:fixed">press</a>', 'onclick'],
  ['<a href="https://example.com" onclick="alert(1)" style="position:fixed">press</a>', 'fixed'],
  ['<svg><a xlink:href="javascript:alert(1)"><text>press</text></a></svg>', 'javascript'],
  ['<form action="https://evil.example"><input name="password"></form>', 'evil'],
  ['![](https://evil.example/track.png)', 'evil'],
  ['<style>body{display:none}</style>', '<style'],
])('%s does nothing', (text, never) => {
  expect(drawn(text)).not.toContain(never);
});
