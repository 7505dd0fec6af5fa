import { expect, test } from 'vitest';
import { socketAddress } from '#api/live.ts';

test.each([
  [{ protocol: 'https:', hostname: 'console.example', port: '' }, 'https://console.example:443'],
  [{ protocol: 'https:', hostname: 'console.example', port: '8443' }, 'https://console.example:8443'],
  [{ protocol: 'http:', hostname: 'localhost', port: '8140' }, 'http://localhost:8140'],
  [{ protocol: 'http:', hostname: 'console.example', port: '' }, 'http://console.example:80'],
  [{ protocol: 'file:', hostname: '', port: '' }, 'http://localhost:8080'],
])('the socket of %j is at %s', (page, address) => {
  expect(socketAddress(page)).toBe(address);
});
