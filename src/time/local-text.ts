const MINUTE = 60_000;

/** `2026-01-05T16:00` of an instant (milliseconds): what the browser's own control takes, in local time; empty for what is none. */
export function localText(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(at - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}
