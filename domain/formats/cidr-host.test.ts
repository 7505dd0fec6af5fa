import { describeFormat } from '#domain/formats/format-table.ts';
import { cidrHost } from '#domain/formats/cidr-host.ts';

describeFormat(cidrHost, {
  good: ['10.0.0.1/24', '10.0.0.0/24', '10.0.0.1/32', '0.0.0.0/0', 'fe80::1/64'],
  bad: [
    ['10.0.0.1', 'syntax'],
    ['10.0.0/24', 'address'],
    ['10.0.0.1/33', 'prefix'],
    ['10.0.0.1/024', 'prefix'],
    ['fe80::1/129', 'prefix'],
    ['', 'syntax'],
  ],
  normalised: [[' FE80::1/64', 'fe80::1/64']],
});
