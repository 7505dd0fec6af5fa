import { refuse, type Format } from '#domain/formats/format.ts';
import { isHierarchy, uri } from '#domain/formats/uri.ts';

/** A URI or a relative reference (RFC 3986), whose first path segment holds no colon. */
export const uriReference: Format = {
  name: 'uri-reference',
  check(text) {
    const relative = !/^[^/?#]*:/.test(text) && isHierarchy(text);
    return relative || !uri.check(text) ? undefined : refuse('format.uriReference.invalid', text);
  },
};
