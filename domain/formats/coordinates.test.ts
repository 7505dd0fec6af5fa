import { describeFormat } from '#domain/formats/format-table.ts';
import { coordinates } from '#domain/formats/coordinates.ts';

describeFormat(coordinates, {
  good: ['0,0', '116.397,39.909', '-180,-90', '180,90', '180.0,90.000'],
  bad: [
    ['', 'syntax'],
    ['116.397', 'syntax'],
    ['116.397;39.909', 'syntax'],
    ['116.397, 39.909', 'syntax'],
    ['116.,39', 'syntax'],
    ['.5,1', 'syntax'],
    ['+1,1', 'syntax'],
    ['1e2,1', 'syntax'],
    ['0116,39', 'syntax'],
    ['1,2,3', 'syntax'],
    ['１,２', 'syntax'],
    ['180.1,0', 'longitude'],
    ['-181,0', 'longitude'],
    ['0,90.0001', 'latitude'],
    ['39.9,116.4', 'latitude'],
  ],
  normalised: [['116.397， 39.909', '116.397,39.909']],
});
