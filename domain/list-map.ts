/** Beside a list, where its rows are: the calls that answer places, and the parameter that a place narrows the list by. */
export type ListMap = { operations: string[]; by: string };
