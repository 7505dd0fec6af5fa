import { describeFormat } from '#domain/formats/format-table.ts';
import { portOrStar } from '#domain/formats/port-or-star.ts';

describeFormat(portOrStar, {
  good: ['*', '0', '65535'],
  bad: [
    ['', 'invalid'],
    ['65536', 'invalid'],
    ['08', 'invalid'],
    ['8*', 'invalid'],
    ['any', 'invalid'],
  ],
  normalised: [
    [' * ', '*'],
    ['８０', '80'],
  ],
});
