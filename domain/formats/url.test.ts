import { describeFormat } from '#domain/formats/format-table.ts';
import { url } from '#domain/formats/url.ts';

describeFormat(url, {
  good: ['http://a', 'https://example.com:8443/p?q=1#f', 'HTTPS://EXAMPLE.COM/', 'http://10.0.0.1/', 'http://[::1]/'],
  bad: [
    ['', 'invalid'],
    ['example.com', 'invalid'],
    ['//example.com', 'invalid'],
    ['ftp://a', 'invalid'],
    ['javascript:alert(1)', 'invalid'],
    ['http:///a', 'invalid'],
    ['http:a', 'invalid'],
    ['http://a:65536/', 'invalid'],
    ['http://a b/', 'invalid'],
    ['http://例子/', 'invalid'],
    ['http://256.1.1.1/', 'invalid'],
  ],
  normalised: [
    [' http://a/ ', 'http://a/'],
    ['http://例子.cn/路', 'http://xn--fsqu00a.cn/%E8%B7%AF'],
  ],
});
