import type { Paging } from '#domain/paging.ts';

/** How our contract pages what is no list of a resource: its history, what was deleted, tables among panels. The model says it of lists only. */
export const OWN_PAGING = {
  limit: 'limit',
  offset: 'skip',
  items: 'results',
  total: 'total',
  capped: 'capped',
  max: 1000,
} satisfies Paging;
