/** Pixels of a text in the table's type, near enough to reserve room: an ideograph is a square, a letter about half of one. */
export function textWidth(text: string): number {
  return Array.from(text).reduce((width, char) => width + (char > '\u2e80' ? 14 : 7.5), 0);
}
