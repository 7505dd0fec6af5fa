import type { Labels, Language, Model, OperationForm, Resource } from '#domain/model.ts';
import type { Parents } from './infer/parents.ts';
import type { Draft } from './infer/resources.ts';
import type { Islands } from './island/convert.ts';
import type { RawOperation } from './read/operations.ts';

export type BuiltResource = { resource: Resource; labels: Record<Language, Labels>; draft: Draft };

/** What the emitters print. */
export type Built = {
  resources: BuiltResource[];
  forms: OperationForm[];
  operations: RawOperation[];
  /** What forms draw from schemas themselves, by the file of the model beside which it stands. */
  islands: Map<string, Islands>;
  /** What stands below what, by its paths. */
  parents: Parents;
  context: Model['context'];
  guesses: string[];
  unmapped: string[];
  missingLabels: string[];
  /** The console's name in Chinese, from `locales/zh/entities/common.json`. */
  title?: string;
};
