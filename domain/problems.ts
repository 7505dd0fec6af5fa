import type { Language } from './model.ts';

/** What the contract says of one problem: `openapi/problems.yaml`. */
export type ProblemEntry = {
  status: number;
  serviceCode?: number;
  /** Sentences with {{parameters}}. */
  detail: Record<Language, string>;
  title: Record<Language, string>;
};

/** `problems.json`: what goes wrong, by code. Browsers are told it in sentences. */
export type Problems = Record<string, ProblemEntry>;
