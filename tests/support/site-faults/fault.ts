import type { Json } from '#domain/model.ts';

/** A value that is chosen and not typed, with what the form calls it. */
export type Chosen = { chosen: Json; en: string; zh: string };

/** One rule of section 5 or one error of section 8 that a site can break, and what an operator is told then. */
export type SiteFault = {
  title: string;
  /** Statements of the specification, by their ids in tests/spec/ledger.csv; none where the rule is ours. */
  source: readonly string[];
  /** The site that is right until these values stand in it, by pointer. */
  base: 'ospf' | 'bgp';
  set: Readonly<Record<string, Json | Chosen>>;
  /** The field at fault; `from` counts places, so that what the server and the form name is one thing. */
  at: string;
  code: string;
  params: Record<string, Json>;
  en: string;
  zh: string;
  /** It may be so all the same, if the operator says so. */
  level?: 'confirm';
  /** What the form says instead: it writes a value in one way, or leaves out what is empty. */
  inForm?: { en: string; zh: string };
  /** Why the form lets nobody get that far. */
  unreachable?: string;
};

/** The value itself, of what is chosen and of what is typed. */
export function valueOf(entry: Json | Chosen): Json {
  return isChosen(entry) ? entry.chosen : entry;
}

export function isChosen(entry: Json | Chosen): entry is Chosen {
  return entry !== null && typeof entry === 'object' && !Array.isArray(entry) && 'chosen' in entry;
}
