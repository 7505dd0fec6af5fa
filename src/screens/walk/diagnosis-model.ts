import type { Labels, ListedResource } from '#domain/model.ts';

/** What the contract says of diagnoses, in the language of the page. */
export type DiagnosisModel = { resource: ListedResource; labels: Labels };
