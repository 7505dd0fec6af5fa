/** How a list is asked for page by page, and where its answer holds the rows. */
export type Paging = {
  /** Query parameter names. */
  limit?: string;
  offset?: string;
  page?: string;
  cursor?: string;
  /** First page number, 0 or 1. */
  base?: number;
  /** Where the rows are in the answer: '' for a bare array, else dotted path. */
  items: string;
  /** Where the total is: dotted path in the body or `header:Name`; absent if unknown. */
  total?: string;
  /** Where the answer says that there are more rows than the total: dotted path in the body. A list that can say so is counted only so far. */
  capped?: string;
  /** Where the answer says why there are no rows: dotted path in the body. */
  gap?: string;
  /** Where the next cursor is: dotted path in the body, `header:Name`, `link` for a Link header, or `last:id`, a property of the last row. */
  next?: string;
  /** Where the answer says that there are more rows: dotted path in the body. */
  more?: string;
  /** The parameter that goes back as the cursor goes on. */
  back?: string;
  max?: number;
  sort?: string;
  /** Where a list has so many orders and no others: what it calls that by each property of a row, either way. */
  sorts?: Record<string, { ascending?: string; descending?: string }>;
  /** The parameter that says which way rows are sorted, where the one that says by what does not. */
  order?: { parameter: string; ascending: string; descending: string };
  keyword?: string;
};

/** Where a page begins: after as many pages, after as many rows, or where the page before said. */
export type PageStart = { index: number; skip?: number; cursor?: string | undefined };

/** The query parameters of an order, `name` or `-name`; none where the list has no such order. */
export function sortQuery({ sort = '', sorts, order }: Paging, wanted: string): Record<string, string> {
  const property = wanted.replace(/^-/, '');
  const way = property === wanted ? 'ascending' : 'descending';
  const value = sorts ? sorts[property]?.[way] : order ? property : wanted;
  return value === undefined ? {} : { [sort]: value, ...(order && { [order.parameter]: order[way] }) };
}

/** The query parameters of one page, by whatever way of paging a list has. */
export function pageQuery(
  paging: Paging | undefined,
  size: number,
  { index, skip = index * size, cursor }: PageStart,
): Record<string, string | number> {
  const query: Record<string, string | number> = {};
  if (paging?.limit) query[paging.limit] = size;
  if (paging?.cursor) {
    if (cursor) query[paging.cursor] = cursor;
  } else if (paging?.offset) query[paging.offset] = skip;
  else if (paging?.page) query[paging.page] = index + (paging.base ?? 1);
  return query;
}
