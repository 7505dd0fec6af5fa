/** A contract is named by a file or by an address. */
export function isHttpAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}
