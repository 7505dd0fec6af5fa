import { asArray, asObject, same, type JsonObject } from '#domain/json.ts';
import type { Json, Language, PermissionNode } from '#domain/model.ts';
import { operationPointer, type Difference } from './change.ts';
import { wordChanges } from './labels.ts';
import type { Side } from './side.ts';

type Words = Record<Language, Record<string, string>>;

/** The tree of permissions: who is given what, and what it is called. */
export function permissionChanges(before: PermissionNode[], after: PermissionNode[]): Difference[] {
  const file = 'openapi/permissions.yaml';
  const flat = (tree: PermissionNode[], above = ''): [string, PermissionNode][] =>
    tree.flatMap((node) => [[`${above}${node.name}`, node], ...flat(node.children ?? [], `${above}${node.name}/`)]);
  const [old, now] = [new Map(flat(before)), new Map(flat(after))];
  const of = (words: string, name: string): Difference => ({ kind: 'ACCESS', words, pointer: `${file}#/${name}`, names: [name] });
  const words = (nodes: ReadonlyMap<string, PermissionNode>): Words => {
    const titles = (language: Language): Record<string, string> =>
      Object.fromEntries([...nodes].map(([name, { label }]) => [`permission ${name}`, label[language]]));
    return { zh: titles('zh'), en: titles('en') };
  };
  return [
    ...[...now].flatMap(([name, node]) => {
      const was = old.get(name);
      if (!was) return [of(`permission ${name} is new`, name)];
      return same([was.id, was.roles, was.onlyAdmin], [node.id, node.roles, node.onlyAdmin])
        ? []
        : [of(`permission ${name} is given to others`, name)];
    }),
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => of(`permission ${name} is gone`, name)),
    ...wordChanges(words(new Map([...old].filter(([name]) => now.has(name)))), words(now), file),
  ];
}

/** The sentences by which people are told what went wrong. */
export function problemChanges({ contract: before }: Side, { contract: after }: Side): Difference[] {
  const file = 'openapi/problems.yaml';
  const [old, now] = [new Map(Object.entries(before.problems)), new Map(Object.entries(after.problems))];
  const of = (kind: Difference['kind'], words: string, code: string): Difference => ({
    kind,
    words,
    pointer: `${file}#/${code}`,
    names: [code],
  });
  const found = [...now].flatMap(([code, problem]): Difference[] => {
    const was = old.get(code);
    if (!was) return [of('VISIBLE', `problem ${code} is new`, code)];
    return (['status', 'serviceCode'] as const)
      .filter((name) => was[name] !== problem[name])
      .map((name) => of('VISIBLE', `problem ${code}: ${name} ${was[name] ?? 'none'} becomes ${problem[name] ?? 'none'}`, code));
  });
  const words = (problems: typeof old): Words => {
    const said = (language: Language): Record<string, string> =>
      Object.fromEntries(
        [...problems].flatMap(([code, { title, detail }]) => [
          [`problem ${code}`, title[language]],
          [`sentence of problem ${code}`, detail[language]],
        ]),
      );
    return { zh: said('zh'), en: said('en') };
  };
  const gone = [...old.keys()].filter((code) => !now.has(code)).map((code) => of('VISIBLE', `problem ${code} is gone`, code));
  const stay = new Map([...old].filter(([code]) => now.has(code)));
  return [...found, ...gone, ...wordChanges(words(stay), words(now), file)];
}

/** How one logs in, and which calls ask for it. */
export function securityChanges(before: Side, after: Side): Difference[] {
  const [old, now] = [securityOf(before), securityOf(after)];
  const of = (words: string, pointer: string): Difference => ({ kind: 'ACCESS', words, pointer, names: [] });
  const scheme = (name: string): string => `#/components/securitySchemes/${name}`;
  return [
    ...Object.keys(now.schemes).flatMap((name) =>
      !(name in old.schemes)
        ? [of(`one may log in by ${name}`, scheme(name))]
        : same(old.schemes[name], now.schemes[name])
          ? []
          : [of(`${name} logs in by ${kindOf(now.schemes[name])} instead of ${kindOf(old.schemes[name])}`, scheme(name))],
    ),
    ...Object.keys(old.schemes)
      .filter((name) => !(name in now.schemes))
      .map((name) => of(`one can no longer log in by ${name}`, scheme(name))),
    ...(same(old.all, now.all) ? [] : [of(`calls ask for ${needs(now.all)} instead of ${needs(old.all)}`, '#/security')]),
    ...[...now.own].flatMap(([id, { said, pointer }]) => {
      const was = old.own.get(id);
      return !was || same(was.said, said) ? [] : [of(`${id} asks for ${needs(said)} instead of ${needs(was.said)}`, pointer)];
    }),
  ];
}

type Security = { schemes: JsonObject; all: Json; own: Map<string, { said: Json; pointer: string }> };

/** What each call says itself: what it does not say is that of all. */
function securityOf({ contract, built }: Side): Security {
  const { root } = contract.document;
  const own = built.operations.map(({ id, method, path }) => {
    const said = asObject(asObject(asObject(root['paths'])[path])[method])['security'] ?? 'what all calls ask for';
    return [id, { said, pointer: `${operationPointer({ method, path })}/security` }] as const;
  });
  return { schemes: asObject(asObject(root['components'])['securitySchemes']), all: root['security'] ?? [], own: new Map(own) };
}

function kindOf(scheme: Json | undefined): string {
  const { type, scheme: name, in: where, name: key, flows } = asObject(scheme);
  return [type, name, where, key, ...Object.keys(asObject(flows))].filter((each) => typeof each === 'string').join(' ');
}

function needs(security: Json): string {
  if (typeof security === 'string') return security;
  const ways = asArray(security).map((each) => Object.keys(asObject(each)).join(' and ') || 'nothing');
  return ways.length === 0 ? 'nothing' : ways.join(' or ');
}
