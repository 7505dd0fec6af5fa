import { describe, expect, test } from 'vitest';
import type { PermissionNode } from '#domain/model.ts';
import { checkedOf, searched, granted, isFixed, assignable, storedIds, toggled, type GrantTerms } from './permission-nodes.ts';

const label = (text: string) => ({ en: text, zh: `${text}（中）` });
const page = (name: string, id: string, more: Partial<PermissionNode> = {}): PermissionNode => ({
  name,
  id,
  label: label(name),
  children: [
    { name: 'readOnly', id: `${id}-0`, label: label('Read only') },
    { name: 'edit', id: `${id}-1`, label: label('Edit') },
  ],
  ...more,
});
const sites = page('Sites', '0-0');
const circuits = page('Circuits', '0-1', { roles: ['global'] });
const tree: PermissionNode[] = [
  { name: 'Configuration', id: '0', label: label('Configuration'), children: [sites, circuits] },
  page('Log', '1'),
];
const terms = (grantable: string[], type: GrantTerms['type'] = 'company'): GrantTerms => ({ tree, type, grantable: new Set(grantable) });
const ids = (nodes: readonly PermissionNode[]): string[] => nodes.flatMap((node) => [node.id, ...ids(node.children ?? [])]);
const set = (...values: string[]): Set<string> => new Set(values);

describe('what is offered', () => {
  test('what the type can hold, and what the role holds although its type cannot', () => {
    expect(ids(assignable(terms([]), set()))).toEqual(['0', '0-0', '0-0-0', '0-0-1', '1', '1-0', '1-1']);
    expect(ids(assignable(terms([]), set('0-1-1')))).toEqual(['0', '0-0', '0-0-0', '0-0-1', '0-1', '0-1-1', '1', '1-0', '1-1']);
  });

  test('a search shows what it finds with all above and below', () => {
    expect(ids(searched(tree, 'en', 'sites'))).toEqual(['0', '0-0', '0-0-0', '0-0-1']);
    expect(ids(searched(tree, 'en', 'edit'))).toEqual(['0', '0-0', '0-0-1', '0-1', '0-1-1', '1', '1-1']);
    expect(searched(tree, 'zh', 'nothing')).toEqual([]);
  });
});

describe('a choice', () => {
  test('of a parent takes what the operator may give, and nothing else', () => {
    const own = terms(['0-0-1', '1-0', '1-1']);
    expect([...toggled(sites, set('0-0-0'), own)]).toEqual(['0-0-0', '0-0-1']);
    // nothing is missing any more: it is taken away, the rest stays
    expect([...toggled(sites, set('0-0-0', '0-0-1'), own)]).toEqual(['0-0-0']);
    expect([...granted(tree, set('0-0-0'), own, true)].toSorted()).toEqual(['0-0-0', '0-0-1', '1-0', '1-1']);
    expect([...granted(tree, set('0-0-0', '1-1'), own, false)]).toEqual(['0-0-0']);
  });

  test('what the type cannot hold can be taken away, not given', () => {
    const own = terms(['0-1-0', '0-1-1']);
    expect([...toggled(circuits, set('0-1-0'), own)]).toEqual([]);
    expect([...toggled(circuits, set(), own)]).toEqual([]);
  });

  test('is shown as it is, whoever may change it', () => {
    expect(checkedOf(sites, set())).toBe('none');
    expect(checkedOf(sites, set('0-0-0'))).toBe('some');
    expect(checkedOf(sites, set('0-0-0', '0-0-1'))).toBe('all');
    expect(isFixed(sites, terms(['1-0']))).toBe(true);
    expect(isFixed(sites, terms(['0-0-1']))).toBe(false);
  });

  test('is stored with the parents that are held whole', () => {
    expect(storedIds(tree, set('0-0-0', '0-0-1', '1-0'))).toEqual(['0-0', '0-0-0', '0-0-1', '1-0']);
    expect(storedIds(tree, set('0-0-0', '0-0-1', '0-1-0', '0-1-1', '9'))).toEqual(['0', '0-0', '0-0-0', '0-0-1', '0-1', '0-1-0', '0-1-1']);
  });
});
