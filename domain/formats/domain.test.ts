import { describeFormat } from '#domain/formats/format-table.ts';
import { domain } from '#domain/formats/domain.ts';

describeFormat(domain, {
  good: ['example.com', 'a', 'xn--fiqs8s.cn', '1.com', `${'a'.repeat(63)}.com`],
  bad: [
    ['', 'invalid'],
    ['10.0.0.1', 'invalid'],
    ['256.1.1.1', 'invalid'],
    ['a_b.com', 'invalid'],
    ['example.com.', 'invalid'],
    ['*.example.com', 'invalid'],
    ['中国.cn', 'invalid'],
    [`${'a'.repeat(64)}.com`, 'label'],
  ],
  normalised: [[' Example.COM ', 'example.com']],
});
