/** What of the alerts asks for somebody: it fires, and is neither muted nor explained by another, nor expected. */
export const due: readonly { path: 'status' | 'attention'; in: readonly string[] }[] = [
  { path: 'status', in: ['firing'] },
  { path: 'attention', in: ['due'] },
];
