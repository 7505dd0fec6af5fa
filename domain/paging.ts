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
  /** The parameter that says which way rows are sorted, where the one that says by what does not. */
  order?: { parameter: string; ascending: string; descending: string };
  keyword?: string;
};

/** Where a page begins: after as many pages, after as many rows, or where the page before said. */
export type PageStart = { index: number; skip?: number; cursor?: string | undefined };

/** The query parameters of an order, `name` or `-name`. */
export function sortQuery({ sort = '', order }: Paging, wanted: string): Record<string, string> {
  if (order === undefined) return { [sort]: wanted };
  return { [sort]: wanted.replace(/^-/, ''), [order.parameter]: wanted.startsWith('-') ? order.descending : order.ascending };
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
