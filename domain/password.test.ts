import { describe, expect, test } from 'vitest';

import { passwordProblem, passwordRequirements } from '#domain/password.ts';

describe('password', () => {
  test.each([
    ['', ['password.length', 'password.upper', 'password.lower', 'password.digit']],
    ['abc', ['password.length', 'password.upper', 'password.digit']],
    ['Demo1234', []],
    ['密码Aa123456', ['password.chinese']],
    ['ＡＢＣＤabcd1', ['password.upper', 'password.chinese']],
    ['Demo1234\n', ['password.control']],
    [`Aa1${'😀'.repeat(29)}`, []],
    [`Aa1${'😀'.repeat(30)}`, ['password.length']],
  ])('%j lacks %j', (text, codes) => {
    expect(missing(text)).toEqual(codes);
    expect(passwordProblem(text)?.code).toBe(codes[0]);
  });

  test('never quotes the password', () => {
    expect(JSON.stringify(passwordRequirements('Sécret-1'))).not.toContain('cret');
  });
});

function missing(text: string): string[] {
  return passwordRequirements(text).flatMap(({ problem, met }) => (met ? [] : [problem.code]));
}
