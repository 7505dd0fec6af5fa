import { describeFormat } from '#domain/formats/format-table.ts';
import { ipv6 } from '#domain/formats/ipv6.ts';

describeFormat(ipv6, {
  good: [
    '::',
    '::1',
    '1::',
    'fe80::1',
    '2001:db8:0:0:0:0:0:1',
    '::ffff:10.0.0.1',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1:2:3:4:5:6:10.0.0.1',
  ],
  bad: [
    ['', 'invalid'],
    [':', 'invalid'],
    [':::', 'invalid'],
    ['1:2:3:4:5:6:7', 'invalid'],
    ['1:2:3:4:5:6:7:8:9', 'invalid'],
    ['1:2:3:4::5:6:7:8', 'invalid'],
    ['1::2::3', 'invalid'],
    ['12345::', 'invalid'],
    ['fe80::1%eth0', 'invalid'],
    ['::1/128', 'invalid'],
    ['[::1]', 'invalid'],
    ['::10.0.0.01', 'invalid'],
    ['1:2:3:4:5:6:7:10.0.0.1', 'invalid'],
    ['::10.0.0.1:1', 'invalid'],
    ['：：１', 'invalid'],
    ['10.0.0.1', 'invalid'],
  ],
  normalised: [
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['：：１', '::1'],
    ['::ffff:a00:1', '::ffff:10.0.0.1'],
  ],
});
