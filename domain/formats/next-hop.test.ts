import { describeFormat } from '#domain/formats/format-table.ts';
import { nextHop } from '#domain/formats/next-hop.ts';

describeFormat(nextHop, {
  good: ['{ip}', '10.0.0.1', '203.0.113.1', '2001:db8::1'],
  bad: [
    ['', 'invalid'],
    ['{IP}', 'invalid'],
    ['{gateway}', 'invalid'],
    ['10.0.0.256', 'invalid'],
    ['10.0.0.0/24', 'invalid'],
    ['*', 'invalid'],
  ],
  normalised: [
    [' {IP} ', '{ip}'],
    ['2001:DB8::0001', '2001:db8::1'],
  ],
});
