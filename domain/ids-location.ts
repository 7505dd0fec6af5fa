/** A call that is about many rows at once takes their ids: in its body, or in a query parameter. */
export type IdsLocation = {
  in: 'body' | 'query';
  /** Name of the property or of the parameter; '' where they are the whole body. */
  at: string;
  /** Each stands in an object, by this name. */
  each?: string;
  /** They are one text, with commas between them. */
  joined?: true;
  /** The property of a row that they are of, where that is not the row's id. */
  from?: string;
  /** So many at most in one call. */
  max?: number;
};
