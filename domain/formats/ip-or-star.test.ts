import { describeFormat } from '#domain/formats/format-table.ts';
import { ipOrStar } from '#domain/formats/ip-or-star.ts';

describeFormat(ipOrStar, {
  good: ['*', '10.0.0.1', '::1'],
  bad: [
    ['', 'required'],
    ['**', 'invalid'],
    ['10.0.0.*', 'invalid'],
    ['any', 'invalid'],
    ['＊', 'invalid'],
  ],
  normalised: [
    [' * ', '*'],
    ['＊', '*'],
    ['FE80::1', 'fe80::1'],
  ],
});
