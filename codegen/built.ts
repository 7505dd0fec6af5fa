import type { Labels, Language, Model, OperationForm, Resource } from '#domain/model.ts';
import type { Draft } from './infer/resources.ts';
import type { RawOperation } from './read/operations.ts';

export type BuiltResource = { resource: Resource; labels: Record<Language, Labels>; draft: Draft };

/** What the emitters print. */
export type Built = {
  resources: BuiltResource[];
  forms: OperationForm[];
  operations: RawOperation[];
  context: Model['context'];
  guesses: string[];
  unmapped: string[];
  missingLabels: string[];
  /** The console's name in Chinese, from `locales/zh/entities/common.json`. */
  title?: string;
};
