import { same } from '#domain/json.ts';
import type { Language, NavigationEntry, OperationForm } from '#domain/model.ts';
import type { BuiltResource } from '../built.ts';
import { permissionChanges, problemChanges, securityChanges } from './around.ts';
import { type Change, fingerprintOf, type Difference, kinds, type ScreenLocation, say, type Uses } from './change.ts';
import { danglingCode, namesIn } from './dangling.ts';
import { fieldChanges } from './fields.ts';
import { labelChanges, wordChanges, type Written } from './labels.ts';
import { operationChanges } from './operations.ts';
import { changedResource, goneResource, newResource } from './resources.ts';
import { kebabCase } from '../names.ts';
import type { Side } from './side.ts';

/** What a change of the contract does, screen by screen, the worst first; empty if nothing changes. */
export function compareSides(before: Side, after: Side, uses: Uses = () => []): Change[] {
  const groups: [ScreenLocation, Difference[]][] = [
    ...resourceGroups(before, after),
    ...formGroups(before, after),
    [{ screen: 'Menu', routes: [] }, menuChanges(before, after)],
    [{ screen: 'Permissions', routes: [] }, permissionChanges(before.pages.permissions, after.pages.permissions)],
    [{ screen: 'Problems', routes: [] }, problemChanges(before, after)],
    [{ screen: 'Log-in', routes: ['/login'] }, securityChanges(before, after)],
    [{ screen: 'What codegen infers', routes: [] }, guessChanges(before, after)],
  ];
  const there = namesIn(after);
  return groups.flatMap(([place, found]) => {
    const known = new Map<string, Change>();
    // the same field stands in what is listed, what is answered and what is sent: the worst that is said of it counts
    for (const each of [...found, ...danglingCode(found, there, (names) => uses(names, place.screen))].toSorted(
      (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
    ))
      if (!known.has(each.words))
        known.set(each.words, { ...place, ...each, fingerprint: fingerprintOf(place, each), overrides: uses(each.names, place.screen) });
    return [...known.values()];
  });
}

function resourceGroups(before: Side, after: Side): [ScreenLocation, Difference[]][] {
  const old = new Map(before.built.resources.map((entry) => [entry.resource.name, entry]));
  const now = new Set(after.built.resources.map(({ resource }) => resource.name));
  const placeOf = ({ resource: { name, route } }: BuiltResource): ScreenLocation => ({ screen: name, routes: [route] });
  const groups: [ScreenLocation, Difference[]][] = [];
  const renamed = new Set<string>();
  for (const entry of after.built.resources) {
    const { resource, labels } = entry;
    // what stands at the same path under another name
    const twin = before.built.resources.find((each) => each.resource.path === resource.path && !now.has(each.resource.name));
    const was = old.get(resource.name) ?? twin;
    if (was === twin && twin) renamed.add(twin.resource.name);
    if (was === undefined)
      groups.push([placeOf(entry), [...newResource(resource), ...labelChanges(labels, labels, writtenIn(before, after, resource.file))]]);
    else
      groups.push([
        placeOf(entry),
        [...changedResource(was, entry, after.contract.own), ...labelChanges(was.labels, labels, writtenIn(before, after, resource.file))],
      ]);
  }
  for (const [name, entry] of old) if (!now.has(name) && !renamed.has(name)) groups.push([placeOf(entry), goneResource(entry.resource)]);
  return groups;
}

function formGroups(before: Side, after: Side): [ScreenLocation, Difference[]][] {
  const old = new Map(before.built.forms.map((form) => [form.operation.id, form]));
  const now = new Map(after.built.forms.map((form) => [form.operation.id, form]));
  const placeOf = ({ operation: { id } }: OperationForm, { pages }: Side): ScreenLocation => ({
    screen: id,
    routes: routesOf(id, pages.routes),
  });
  const come = after.built.forms.map((form): [ScreenLocation, Difference[]] => {
    const was = old.get(form.operation.id);
    const fields = Object.entries(was ? form.schemas : {}).flatMap(([key, tree]) =>
      fieldChanges(was?.schemas[key], tree, { key, form: key === form.operation.body?.schema }),
    );
    const words = labelChanges((was ?? form).labels, form.labels, writtenIn(before, after, kebabCase(form.operation.id)));
    return [placeOf(form, after), [...operationChanges(was ? [was.operation] : [], [form.operation]), ...fields, ...words]];
  });
  const gone = before.built.forms.filter(({ operation }) => !now.has(operation.id));
  return [...come, ...gone.map((form): [ScreenLocation, Difference[]] => [placeOf(form, before), operationChanges([form.operation], [])])];
}

/** Pages on which a form is opened, or its answer is drawn as a panel. */
function routesOf(id: string, routes: readonly NavigationEntry[]): string[] {
  const shows = ({ form, panels = [] }: NavigationEntry): boolean =>
    form === id || panels.some(({ show }) => show.some(({ operation }) => operation === id));
  return routes.filter(shows).map(({ path }) => path);
}

/** Where the words of a screen stand, and what of them lacks its Chinese from now on. */
function writtenIn(before: Side, after: Side, file: string): Written {
  const own = newlyMissing(before, after).filter((label) => label.startsWith(`${file}: `));
  return { file: `locales/zh/entities/${file}.json`, bare: [...new Set(own.map((label) => label.slice(file.length + 2)))] };
}

function newlyMissing(before: Side, after: Side): string[] {
  const known = new Set(before.built.missingLabels);
  return after.built.missingLabels.filter((label) => !known.has(label));
}

function menuChanges(before: Side, after: Side): Difference[] {
  const file = 'openapi/navigation.yaml';
  const byPath = ({ pages }: Side): Map<string, NavigationEntry> => new Map(pages.routes.map((entry) => [entry.path, entry]));
  const [old, now] = [byPath(before), byPath(after)];
  const of = (kind: Difference['kind'], words: string, path: string): Difference => ({
    kind,
    words,
    pointer: `${file}#${path}`,
    names: [path],
  });
  const found = [...now].flatMap(([path, entry]): Difference[] => {
    const was = old.get(path);
    if (!was) return [of('VISIBLE', `the page ${path} comes into the menu`, path)];
    const access = (['modes', 'node', 'audit', 'hidden'] as const).filter((name) => !same(was[name], entry[name]));
    const shown = (['tabs', 'screen', 'form', 'panels', 'selectors', 'map', 'group'] as const).filter(
      (name) => !same(was[name], entry[name]),
    );
    const lost = (was.tabs ?? []).filter((name) => !(entry.tabs ?? []).includes(name));
    return [
      ...access.map((name) => of('ACCESS', `${path}: ${name} ${say(was[name])} becomes ${say(entry[name])}`, path)),
      ...shown.map((name) => of(name === 'tabs' && lost.length > 0 ? 'BREAK' : 'VISIBLE', `${path} shows other ${name}`, path)),
    ];
  });
  const gone = [...old.keys()].filter((path) => !now.has(path)).map((path) => of('BREAK', `the page ${path} is gone`, path));
  const titles = (side: Side, language: Language): Record<string, string> =>
    Object.fromEntries([
      ...side.pages.routes.map(({ path, title }) => [`title of ${path}`, title[language]]),
      ...side.pages.groups.map(({ name, title }) => [`group ${name}`, title[language]]),
    ]);
  const words = (side: Side) => ({ zh: titles(side, 'zh'), en: titles(side, 'en') });
  return [...found, ...gone, ...wordChanges(words(before), words(after), file)];
}

/** What was inferred before and is inferred otherwise now; of new guesses about what is new nobody relied on anything. */
function guessChanges(before: Side, after: Side): Difference[] {
  const files = new Set([
    ...after.built.resources.map(({ resource }) => resource.file),
    ...after.built.forms.map(({ operation }) => kebabCase(operation.id)),
  ]);
  const missing = newlyMissing(before, after).filter((label) => !files.has(label.split(': ')[0] ?? ''));
  const gone = before.built.guesses.filter((guess) => !after.built.guesses.includes(guess));
  const come = after.built.guesses.filter((guess) => !before.built.guesses.includes(guess));
  const subject = (guess: string): string => guess.split(/[ :]/)[0] ?? '';
  const flipped = come.filter((guess) => gone.some((other) => subject(other) === subject(guess)));
  const of = (kind: Difference['kind'], words: string): Difference => ({ kind, words, pointer: 'report.json#/guesses', names: [] });
  return [
    ...[...new Set(flipped)].map((guess) => of('GUESS', guess)),
    ...[...new Set(missing)].map((label) => ({ ...of('LABEL', `${label} has no Chinese`), pointer: 'report.json#/missingLabels' })),
  ];
}
