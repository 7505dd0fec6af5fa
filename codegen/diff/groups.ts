import { same } from '#domain/json.ts';
import type { Group } from '#domain/form-layout.ts';
import type { Field } from '#domain/model.ts';

/** What of a form stands elsewhere: sections that come and go, and the fields in them. */
export function groupChanges({ groups: before = [] }: Field, { groups: after = [] }: Field): string[] {
  const [old, now] = [placed(before), placed(after)];
  const moved = [...now.in].flatMap(([field, name]) => {
    const was = old.in.get(field);
    if (was === name) return [];
    if (was !== undefined) return [`field ${field} moves from group ${was} to ${name}`];
    // what is new is said of the field
    return before.length > 0 || old.groups.size > 0 ? [] : [`field ${field} stands in group ${name}`];
  });
  const left = [...old.in].flatMap(([field, name]) => (now.in.has(field) ? [] : [`field ${field} leaves group ${name}`]));
  const come = [...now.groups.keys()].filter((name) => !old.groups.has(name)).map((name) => `group ${name} appears`);
  const gone = [...old.groups.keys()].filter((name) => !now.groups.has(name)).map((name) => `group ${name} is gone`);
  const kept = (all: Map<string, Group>, others: Map<string, Group>): string[] => [...all.keys()].filter((name) => others.has(name));
  const [orderWas, orderIs] = [kept(old.groups, now.groups), kept(now.groups, old.groups)];
  const ordered = same(orderWas, orderIs) ? [] : [`groups are in another order: ${orderIs.join(', ')}`];
  const others = [...now.groups].flatMap(([name, group]) => {
    const was = old.groups.get(name);
    return was ? within(name, was, group) : [];
  });
  return [...moved, ...left, ...come, ...gone, ...ordered, ...others];
}

function within(name: string, was: Group, is: Group): string[] {
  const stay = (fields: string[], others: string[]): string[] => fields.filter((field) => others.includes(field));
  const [had, has] = [stay(was.fields, is.fields), stay(is.fields, was.fields)];
  return [
    ...(same(had, has) ? [] : [`fields of group ${name} are in another order: ${has.join(', ')}`]),
    ...(was.widget === is.widget ? [] : [`group ${name} is drawn as ${is.widget ?? 'a section'} instead of ${was.widget ?? 'a section'}`]),
    ...(was.advanced === is.advanced ? [] : [`group ${name} is ${is.advanced ? 'folded away' : 'open from the start'}`]),
    ...(was.flag === is.flag ? [] : [`group ${name} has the flag ${is.flag ?? 'none'} instead of ${was.flag ?? 'none'}`]),
  ];
}

/** Groups by their names, those within others as `outer/inner`, and the group of each field. */
function placed(groups: readonly Group[]): { groups: Map<string, Group>; in: Map<string, string> } {
  const all = { groups: new Map<string, Group>(), in: new Map<string, string>() };
  const visit = (each: Group, above: string): void => {
    const name = above === '' ? each.name : `${above}/${each.name}`;
    all.groups.set(name, each);
    for (const field of each.fields) all.in.set(field, name);
    for (const inner of each.groups ?? []) visit(inner, name);
  };
  for (const each of groups) visit(each, '');
  return all;
}
