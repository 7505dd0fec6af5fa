import { describeFormat } from '#domain/formats/format-table.ts';
import { port } from '#domain/formats/port.ts';

describeFormat(port, {
  good: ['0', '1', '80', '65535'],
  bad: [
    ['', 'invalid'],
    ['65536', 'invalid'],
    ['080', 'invalid'],
    ['00', 'invalid'],
    ['-1', 'invalid'],
    ['+1', 'invalid'],
    ['8e1', 'invalid'],
    ['80.0', 'invalid'],
    ['*', 'invalid'],
    ['８０', 'invalid'],
    ['99999999999999999999', 'invalid'],
  ],
  normalised: [
    [' 80 ', '80'],
    ['８０', '80'],
  ],
});
