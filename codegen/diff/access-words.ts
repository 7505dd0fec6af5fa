import type { Access } from '#domain/access/decide.ts';

/** Where a call names the company that it is about. */
const places = { path: 'the path', query: 'the query', body: 'the body', item: 'the stored item' } as const;

/** Who may call it, as a sentence says it. */
export function accessWords(access: Access): string {
  if (access === 'public') return 'everybody, logged in or not';
  if (access === 'session') return 'whoever is logged in';
  const { node, level, tenant } = access;
  const where = tenant === 'none' ? 'in no company in particular' : `in the company that ${tenant.name} of ${places[tenant.in]} names`;
  return `who may ${level} ${node}, ${where}`;
}
