import { describeFormat } from '#domain/formats/format-table.ts';
import { duration } from '#domain/formats/duration.ts';

describeFormat(duration, {
  good: ['P1Y', 'P1Y2M3DT4H5M6S', 'PT36H', 'P1DT12H', 'P4W', 'PT0S', 'P0D', 'PT1H2M', 'P1M', 'PT1M', 'P2MT30M', 'P1YT1H'],
  bad: [
    ['', 'invalid'],
    ['P', 'invalid'],
    ['PT', 'invalid'],
    ['P1YT', 'invalid'],
    ['4DT12H', 'invalid'],
    ['P2D1Y', 'invalid'],
    ['P1D2H', 'invalid'],
    ['P2S', 'invalid'],
    ['PT1D', 'invalid'],
    ['P1Y2W', 'invalid'],
    ['P1W2D', 'invalid'],
    ['P1', 'invalid'],
    ['P1Y2D', 'invalid'],
    ['PT1H1S', 'invalid'],
    ['PT0.5S', 'invalid'],
    ['P２Y', 'invalid'],
    ['-P1D', 'invalid'],
  ],
});
