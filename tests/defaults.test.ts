import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NumberCell } from '#cells/number-cell.tsx';
import { initialDocument } from '#domain/document.ts';
import type { Json, Language } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { fieldAt, schemaOf } from '#resource/fields.ts';
import { labelsOf, resourceOf } from '#tests/support/model.ts';

/** What a form to create an item begins with, or, of `list[].property`, a row that is added to one of its lists. */
function opened(name: string, path: string): Json | undefined {
  const resource = resourceOf(name);
  const [list = '', property] = path.split('[].');
  const body = schemaOf(resource, resource.operations.create[0]?.body?.schema ?? '');
  if (property === undefined) return getPath(initialDocument(body), path);
  const row = fieldAt(body, list)?.items;
  return row && getPath(initialDocument(row), property);
}

test.each([
  ['PolicyRoute', 'dstInterface', 'tun1'],
  ['PolicyRoute', 'nextHop', '{ip}'],
  ['RouteTable', 'entries[].dstInterface', 'tun1'],
  ['RouteTable', 'entries[].nextHop', '{ip}'],
  ['Company', 'config.bandwidthThreshold', 5],
  ['Site', 'wan[].bandwidth.up', 1000],
  ['Site', 'wan[].bandwidth.down', 1000],
])('the form of %s opens with %s %s', (name, path, value) => {
  expect(opened(name, path)).toBe(value);
});

test.each<[Language, number, string]>([
  ['en', 0, 'Unlimited'],
  ['zh', 0, '不限速'],
  ['en', 10, '10 Mbps'],
])('in %s a rate limit of %d reads %s', (language, value, words) => {
  const rule = resourceOf('RateLimitRule');
  for (const path of ['rateIn', 'rateOut']) {
    const field = fieldAt(schemaOf(rule, rule.item), path);
    if (!field) throw new Error(path);
    const labels = labelsOf('RateLimitRule', language);
    expect(renderToStaticMarkup(createElement(NumberCell, { field, value, row: {}, labels, language }))).toBe(`<span>${words}</span>`);
  }
});
