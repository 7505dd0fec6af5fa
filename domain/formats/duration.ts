import { refuse, type Format } from '#domain/formats/format.ts';

const DURATION =
  /^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M(?:\d+D)?|(?=T|$))?|\d+M(?:\d+D)?|\d+D)?(?:T(?=\d)(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

/** An ISO 8601 duration in the grammar of RFC 3339 appendix A: `P1DT12H`, `P4W`. */
export const duration: Format = {
  name: 'duration',
  check: (text) => (DURATION.test(text) ? undefined : refuse('format.duration.invalid', text)),
};
