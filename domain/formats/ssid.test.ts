import { describeFormat } from '#domain/formats/format-table.ts';
import { ssid } from '#domain/formats/ssid.ts';

describeFormat(ssid, {
  good: ['a', 'Office WiFi', '办公网络', 'a'.repeat(31), '网'.repeat(31)],
  bad: [
    ['', 'length'],
    ['a'.repeat(32), 'length'],
    ['a\0', 'control'],
    ['a\nb', 'control'],
    ['a\ud800', 'control'],
  ],
  padding: 'free',
});
