import { describeFormat } from '#domain/formats/format-table.ts';
import { ipv4 } from '#domain/formats/ipv4.ts';

describeFormat(ipv4, {
  good: ['0.0.0.0', '255.255.255.255', '192.168.0.1', '10.20.30.40', '1.1.1.1'],
  bad: [
    ['', 'invalid'],
    ['1.2.3', 'invalid'],
    ['1.2.3.4.5', 'invalid'],
    ['1.2.3.256', 'invalid'],
    ['01.2.3.4', 'invalid'],
    ['1.2.3.00', 'invalid'],
    ['1..2.3', 'invalid'],
    ['.1.2.3', 'invalid'],
    ['1.2.3.', 'invalid'],
    ['0x1.2.3.4', 'invalid'],
    ['１.1.1.1', 'invalid'],
    ['1.1.1.1/32', 'invalid'],
    ['::1', 'invalid'],
  ],
  normalised: [
    [' 10.0.0.1\n', '10.0.0.1'],
    ['１０．０．０．１', '10.0.0.1'],
  ],
});
