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
  /** Where the next cursor is: dotted path in the body, `header:Name`, or `link` for a Link header. */
  next?: string;
  max?: number;
  sort?: string;
  keyword?: string;
};
