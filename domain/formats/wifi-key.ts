import type { Format } from '#domain/formats/format.ts';

/** A WPA passphrase: 9-63 printable ASCII characters (spec 5, decision 12). The value is a secret and never quoted. */
export const wifiKey: Format = {
  name: 'wifi-key',
  check(text) {
    if (/[^ -~]/.test(text)) return { code: 'format.wifiKey.character' };
    const { length } = text;
    return length < 9 || length > 63 ? { code: 'format.wifiKey.length', params: { length } } : undefined;
  },
};
