/** The document without some of its properties. */
export function without<Doc extends object, Name extends keyof Doc & string>(doc: Doc, ...names: readonly Name[]): Omit<Doc, Name>;
export function without(doc: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !names.includes(name)));
}
