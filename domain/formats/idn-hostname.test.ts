import { describeFormat } from '#domain/formats/format-table.ts';
import { idnHostname } from '#domain/formats/idn-hostname.ts';

describeFormat(idnHostname, {
  good: ['中国.cn', '例子。测试', 'a.b', 'bücher.example', 'xn--fiqs8s'],
  bad: [
    ['', 'invalid'],
    ['a_b', 'invalid'],
    ['中国.', 'invalid'],
    ['-中国', 'invalid'],
    ['１', 'invalid'],
    ['Ａ中', 'invalid'],
    ['中'.repeat(64), 'invalid'],
    ['💡.example', 'invalid'],
    ['中 国', 'invalid'],
  ],
});
