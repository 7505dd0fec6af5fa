import { describeFormat } from '#domain/formats/format-table.ts';
import { macOrStar } from '#domain/formats/mac-or-star.ts';

describeFormat(macOrStar, {
  good: ['*', 'aa:bb:cc:dd:ee:ff'],
  bad: [
    ['', 'invalid'],
    ['**', 'invalid'],
    ['aa:bb:cc:*', 'invalid'],
    ['aa-bb-cc-dd-ee-ff', 'invalid'],
  ],
  normalised: [
    [' *', '*'],
    ['AA-BB-CC-DD-EE-FF', 'aa:bb:cc:dd:ee:ff'],
  ],
});
