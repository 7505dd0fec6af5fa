import i18next from 'i18next';
import { fill, type Params } from '#domain/message.ts';
import { formatDateTime } from '#domain/units/date-time.ts';

/** The message of a code of `locales/{zh,en}/validation.json`; the code itself where there is none. */
export function messageOf(code: string, params: Params = {}): string {
  const template: unknown = i18next.getResource(i18next.language, 'validation', code);
  return typeof template === 'string' ? fill(template, inLocalTime(params)) : code;
}

/** Times as the operator wrote them, not as they are sent. */
function inLocalTime(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, SENT_TIME.test(String(value)) ? formatDateTime(value, timeZone) : value]),
  );
}

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const SENT_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
