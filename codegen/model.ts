import { asObject } from '#domain/json.ts';
import type { OperationForm } from '#domain/model.ts';
import { componentName } from '#domain/reference.ts';
import { withContractNames } from './label/contract-names.ts';
import { LabelFiles } from './label/labels.ts';
import type { Built, BuiltResource } from './built.ts';
import { findParents, noParents } from './infer/parents.ts';
import { findResources, type Draft } from './infer/resources.ts';
import type { Contract } from './read/contract.ts';
import { contextNotes } from './read/notes.ts';
import { readOperations, type RawOperation } from './read/operations.ts';
import { Remembered } from './remembered.ts';
import { buildForm, buildResource, type Shared } from './resource.ts';

/** One part of the model, and what making it found beside it. */
type Part<T> = { made: T; guesses: string[]; missing: string[]; islands: Built['islands'] };
const resourceParts = new Remembered<Part<BuiltResource>>();
const formParts = new Remembered<Part<OperationForm>>();

/** The whole document as resources and lone operations: each made again where something it is made of is another. */
export function buildResources(contract: Contract): Built {
  const { document, own, memory } = contract;
  const operations = readOperations(document, '', memory);
  const { drafts, others } = findResources(document, operations);
  const files = new LabelFiles(contract);
  const guesses: string[] = [];
  const missingLabels: string[] = [];
  const names = new Set(drafts.map((draft) => draft.name));
  const islands: Built['islands'] = new Map();
  const parents = own ? noParents : findParents(drafts);
  const around = aroundAll(operations, own ? [] : drafts.map(placesOf));
  const kept = <T>({ made, ...beside }: Part<T>): T => {
    guesses.push(...beside.guesses);
    missingLabels.push(...beside.missing);
    for (const [file, found] of beside.islands) islands.set(file, found);
    return made;
  };
  const partly = <T>(make: (shared: Shared) => T): Part<T> => {
    const part = { guesses: [], missing: [], islands: new Map() };
    return {
      made: make({
        document,
        own,
        files,
        names,
        operations,
        parents,
        guesses: part.guesses,
        missingLabels: part.missing,
        islands: part.islands,
      }),
      ...part,
    };
  };
  const resources = drafts.map((draft) => {
    const make = (): Part<BuiltResource> => partly((shared) => buildResource(shared, draft));
    const members = draft.operations.map(({ operation }) => operation);
    return kept(resourceParts.of(memory, draft.name, [around, partsOf(draft), ...members], make, document.lookups));
  });
  const shown = new Set(
    contract.navigation?.routes.flatMap(({ panels = [] }) => panels.flatMap(({ show }) => show.map(({ operation }) => operation))),
  );
  const forms = others.map((operation) => {
    const isShown = shown.has(operation.id);
    const make = (): Part<OperationForm> => partly((shared) => buildForm(shared, operation, isShown));
    return kept(formParts.of(memory, operation.id, [around, isShown, operation], make, document.lookups));
  });
  return {
    resources: withContractNames({ resources, forms }, files, missingLabels),
    forms,
    operations,
    islands,
    parents,
    context: contextNotes(document.root),
    guesses,
    unmapped: unmapped(contract),
    missingLabels: own ? missingLabels.toSorted() : [],
    title: files.of('zh', 'common').title,
  };
}

/** What of a draft beside its operations decides what is made of it. */
function partsOf({ name, paths, settings, operations }: Draft): string {
  return JSON.stringify([name, paths, settings, operations.map(({ kind, rows, item, at, ids }) => ({ kind, rows, item, at, ids }))]);
}

/** By its name and its paths others refer to a resource. */
function placesOf({ name, operations }: Draft): string {
  return [name, ...operations.map(({ kind, operation }) => `${kind} ${operation.path}`)].join(' ');
}

/** What operations say of resources to which they do not belong, and names by which references are guessed. */
function aroundAll(operations: readonly RawOperation[], names: readonly string[]): string {
  const said = operations.flatMap(({ id, method, path, notes: { op, ruleTrace }, answer, body }) =>
    ruleTrace !== undefined || (method === 'get' && op === 'none')
      ? [[id, method, path, op, componentName(answer?.schema), ruleTrace, body !== undefined]]
      : [],
  );
  return JSON.stringify([said, names]);
}

function unmapped(contract: Contract): string[] {
  const webhooks = Object.keys(asObject(contract.document.root['webhooks'])).map((name) => `webhook ${name}`);
  const dangling = [...contract.document.unresolved].toSorted().map((reference) => `reference ${reference}`);
  return [...webhooks, ...dangling, ...contract.warnings];
}
