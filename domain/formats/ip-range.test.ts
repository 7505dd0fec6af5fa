import { describeFormat } from '#domain/formats/format-table.ts';
import { ipRange } from '#domain/formats/ip-range.ts';

describeFormat(ipRange, {
  good: ['10.0.0.1-10.0.0.9', '10.0.0.1-10.0.0.1', '9.0.0.0-10.0.0.0', '::1-::ff', '0.0.0.0-255.255.255.255'],
  bad: [
    ['', 'syntax'],
    ['10.0.0.1', 'syntax'],
    ['10.0.0.1-', 'address'],
    ['-10.0.0.1', 'address'],
    ['10.0.0.1-9', 'address'],
    ['10.0.0.1 - 10.0.0.9', 'address'],
    ['10.0.0.1-10.0.0.2-10.0.0.3', 'address'],
    ['10.0.0.0/8-10.0.0.9', 'address'],
    ['10.0.0.1-::1', 'family'],
    ['10.0.0.9-10.0.0.1', 'order'],
    ['10.0.0.0-9.0.0.0', 'order'],
  ],
  normalised: [
    ['10.0.0.1 - 10.0.0.9', '10.0.0.1-10.0.0.9'],
    ['FE80::1-FE80::2', 'fe80::1-fe80::2'],
  ],
});
