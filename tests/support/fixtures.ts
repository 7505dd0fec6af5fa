import type { Labels, Model, NavigationEntry, Operation, Resource } from '#domain/model.ts';

/** Parts of a model that say nothing but what a test is about. */
export function operationWith(more: Partial<Operation>): Operation {
  return {
    id: 'list',
    method: 'get',
    path: '/',
    kind: 'list',
    access: 'session',
    pathParams: [],
    query: [],
    headers: [],
    success: 200,
    ...more,
  };
}

export function resourceWith(more: Partial<Resource>): Resource {
  return {
    name: 'Tag',
    file: 'tag',
    tag: 'tags',
    path: '/tags',
    route: '/r/tag',
    id: 'id',
    label: '{name}',
    schemas: {},
    item: 'Tag',
    row: 'Tag',
    columns: [],
    filters: [],
    operations: { list: [], get: [], create: [], update: [], delete: [], bulk: [], actions: [] },
    rules: [],
    ...more,
  };
}

export function modelWith(more: Partial<Model>): Model {
  return {
    title: { zh: '', en: '' },
    version: '1',
    base: '',
    resources: {},
    groups: [],
    navigation: [],
    permissions: [],
    context: {},
    forms: [],
    platform: {},
    ...more,
  };
}

export function entryWith(more: Partial<NavigationEntry>): NavigationEntry {
  return { path: '/', group: 'home', modes: [], title: { zh: '', en: '' }, ...more };
}

export const noLabels: Labels = { title: '', plural: '', fields: {}, help: {}, enums: {}, groups: {}, actions: {} };
