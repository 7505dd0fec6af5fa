import { describeFormat } from '#domain/formats/format-table.ts';
import { addressRule } from '#domain/formats/address-rule.ts';

describeFormat(addressRule, {
  good: ['10.0.0.1', '10.0.0.0/8', '10.0.0.1-10.0.0.9', '::1', 'fe80::/10', 'example.com', `${'a'.repeat(60)}.com`, 'a-b.com'],
  bad: [
    ['', 'invalid'],
    ['10.0.0', 'invalid'],
    ['256.1.1.1', 'invalid'],
    ['10.0.0.1/8', 'hostBits'],
    ['10.0.0.0/33', 'prefix'],
    ['10.0.0.9-10.0.0.1', 'order'],
    ['a b', 'invalid'],
    ['中国', 'invalid'],
    [`${'a'.repeat(61)}.com`, 'domainLength'],
  ],
  normalised: [
    [' Example.COM', 'example.com'],
    ['FE80::1', 'fe80::1'],
    ['10.0.0.1 - 10.0.0.9', '10.0.0.1-10.0.0.9'],
  ],
});
