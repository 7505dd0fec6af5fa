import type { Model, Resource, ResourceSummary } from '#domain/model.ts';
import type { Contract } from '../read/contract.ts';
import { isWhole } from '#domain/formats/whole.ts';
import { labelPaths } from '#domain/label.ts';
import { partsOf } from '#domain/resource-parts.ts';
import { asObject, asText, compact } from '#domain/json.ts';
import type { Built, BuiltResource } from '../built.ts';
import type { Pages } from '../navigation.ts';
import { Remembered } from '../remembered.ts';
import { pretty, type Output } from './output.ts';

export function emitModel(contract: Contract, built: Built, pages: Pages): Output {
  const info = asObject(contract.document.root['info']);
  const title = asText(info['title']) ?? 'Console';
  const model: Model = {
    title: { zh: built.title ?? title, en: title },
    version: asText(info['version']) ?? '0',
    base: contract.base,
    resources: Object.fromEntries(
      built.resources.map(({ resource, labels }) => [
        resource.name,
        compact({
          name: resource.name,
          file: resource.file,
          route: resource.route,
          tag: resource.tag,
          id: resource.id,
          label: resource.label,
          whole: isKnownWhole(resource),
          title: { zh: labels.zh.title, en: labels.en.title },
          plural: { zh: labels.zh.plural, en: labels.en.plural },
          settings: resource.settings,
          formPage: resource.formPage,
          creates: createsOf(resource),
        }),
      ]),
    ),
    groups: pages.groups,
    navigation: pages.routes,
    permissions: pages.permissions,
    context: built.context,
    forms: built.forms.map((form) => form.operation.id),
    platform: platformOf(built),
  };
  const { memory } = contract;
  const output: Output = new Map([
    ['model/index.json', pretty(model)],
    ['model/problems.json', pretty(contract.problems)],
  ]);
  for (const { resource, labels } of built.resources)
    for (const [path, text] of resourceTexts.of(memory, resource.name, [resource, labels.zh, labels.en], () => textsOf(resource, labels)))
      output.set(path, text);
  for (const form of built.forms)
    output.set(
      `model/forms/${form.operation.id}.json`,
      formTexts.of(memory, form.operation.id, [form], () => pretty(form)),
    );
  return output;
}

/** What names an item stands alone, and loses its meaning where a part of it is cut. */
function isKnownWhole({ label, schemas, item }: Resource): true | undefined {
  const [path, ...others] = labelPaths(label);
  if (path === undefined || others.length > 0) return undefined;
  return isWhole(schemas[item]?.fields?.find(({ name }) => name === path)?.format) || undefined;
}

const resourceTexts = new Remembered<readonly [string, string][]>();
const formTexts = new Remembered<string>();

function textsOf(resource: Resource, labels: BuiltResource['labels']): [string, string][] {
  const { listed, forms } = partsOf(resource);
  return [
    [`model/${resource.file}.json`, pretty(listed)],
    [`model/${resource.file}.form.json`, pretty(forms)],
    [`model/labels/zh/${resource.file}.json`, pretty(labels.zh)],
    [`model/labels/en/${resource.file}.json`, pretty(labels.en)],
  ];
}

/** Enough to tell what can be imported here without reading every resource. */
function createsOf({ operations }: Resource): ResourceSummary['creates'] {
  const creates = operations.create.filter(({ body }) => body !== undefined);
  return creates.length === 0
    ? undefined
    : creates.map(({ pathParams, access }) => ({ params: pathParams.map(({ name }) => name), access }));
}

export function emitReport(contract: Contract, built: Built): Output {
  const report = {
    resources: built.resources.map(({ resource }) => ({
      name: resource.name,
      schema: resource.item,
      path: resource.path,
      operations: compact({
        list: resource.operations.list[0]?.id,
        get: resource.operations.get[0]?.id,
        create: resource.operations.create[0]?.id,
        update: resource.operations.update[0]?.id,
        delete: resource.operations.delete[0]?.id,
        bulk: resource.operations.bulk.map((operation) => operation.id),
        actions: resource.operations.actions.map((operation) => operation.id),
      }),
      paging: resource.operations.list[0]?.paging ?? null,
    })),
    settings: built.resources.filter(({ resource }) => resource.settings === true).map(({ resource }) => resource.name),
    forms: built.forms.map((form) => form.operation.id),
    guesses: [...new Set(built.guesses)].toSorted(),
    unmapped: built.unmapped,
    missingLabels: built.missingLabels,
  };
  return new Map([
    ['openapi.json', pretty(contract.document.root)],
    ['report.json', pretty(report)],
  ]);
}

/** What plays a part for every page, where the contract has it. Of two that claim one the first counts; check.ts tells. */
function platformOf({ operations }: Built): Model['platform'] {
  const found: Model['platform'] = {};
  for (const { id, method, path, notes } of operations) if (notes.platform) found[notes.platform] ??= { id, method, path };
  return found;
}
