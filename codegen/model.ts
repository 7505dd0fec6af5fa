import { asObject } from '#domain/json.ts';
import { withContractNames } from './label/contract-names.ts';
import { LabelFiles } from './label/labels.ts';
import type { Built } from './built.ts';
import { findResources } from './infer/resources.ts';
import type { Contract } from './read/contract.ts';
import { contextNotes } from './read/notes.ts';
import { readOperations } from './read/operations.ts';
import { buildForm, buildResource, type Shared } from './resource.ts';

/** The whole document as resources and lone operations. */
export function buildResources(contract: Contract): Built {
  const { document, own } = contract;
  const operations = readOperations(document, '');
  const { drafts, others } = findResources(document, operations);
  const files = new LabelFiles(own ? contract.root : undefined, contract.labels);
  const guesses: string[] = [];
  const missingLabels: string[] = [];
  const names = new Set(drafts.map((draft) => draft.name));
  const shared: Shared = { document, own, files, guesses, missingLabels, names, operations };
  const resources = drafts.map((draft) => buildResource(shared, draft));
  const shown = new Set(
    contract.navigation?.routes.flatMap(({ panels = [] }) => panels.flatMap(({ show }) => show.map(({ operation }) => operation))),
  );
  const forms = others.map((operation) => buildForm(shared, operation, shown.has(operation.id)));
  return {
    resources: withContractNames({ resources, forms }, files, missingLabels),
    forms,
    operations,
    context: contextNotes(document.root),
    guesses,
    unmapped: unmapped(contract),
    missingLabels: own ? missingLabels.toSorted() : [],
    title: files.of('zh', 'common').title,
  };
}

function unmapped(contract: Contract): string[] {
  const webhooks = Object.keys(asObject(contract.document.root['webhooks'])).map((name) => `webhook ${name}`);
  const dangling = [...contract.document.unresolved].toSorted().map((reference) => `reference ${reference}`);
  return [...webhooks, ...dangling, ...contract.warnings];
}
