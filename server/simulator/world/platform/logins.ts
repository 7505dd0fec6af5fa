import { randomFrom } from '#server/simulator/random.ts';
import { HOUR, instant, type Seeded } from '#server/kernel/seeding/world.ts';

const browsers = [
  'Chrome 156 on Windows',
  'Firefox 148 on Windows',
  'Safari 20 on macOS',
  'Edge 156 on Windows',
  'Chrome 156 on Android',
] as const;
const failures = ['password', 'expired', 'password', 'frozen', 'captcha', 'code', 'address', 'disabled', 'mobile', 'throttled'] as const;
/** An attempt of somebody, for logs of any length. */
export function loginAttempt(index: number, at: number): Omit<Seeded<'LoginLog'>, 'id'> {
  const random = randomFrom(index);
  const success = random.chance(0.85);
  return {
    at: instant(at),
    username: `user${random.int(1, 5000)}@demo.example`,
    accountType: 'company',
    success,
    ...(success ? {} : { reason: random.pick(failures) }),
    loginMethod: 'password',
    ip: `10.${random.int(0, 63)}.${random.int(0, 255)}.${random.int(2, 250)}`,
    userAgent: random.pick(browsers),
  };
}

/** Attempts of each person. */
const EACH = 3;

/** Log-ins of the people of the demo world in the last days, some of them refused. */
export function loginLogs(now: number, people: readonly Seeded<'User'>[]): Seeded<'LoginLog'>[] {
  let refused = 0;
  return people.slice(0, 400).flatMap((person, who) =>
    Array.from({ length: EACH }, (_, index): Seeded<'LoginLog'> => {
      const random = randomFrom(`log-in ${person.username} ${index}`);
      const at = index === 0 && who % 3 === 0 ? now - random.int(1, 28) * 60_000 : now - random.int(1, 29 * 24) * HOUR;
      const success = random.chance(0.8);
      return {
        id: `ll-${who}-${index}`,
        at: instant(at),
        username: person.username,
        accountType: person.accountType,
        ...(typeof person.companyId === 'string' ? { companyId: person.companyId } : {}),
        success,
        ...(success ? {} : refusal(refused++)),
        loginMethod: person.loginMethod,
        ip: `${random.pick(['10.1.2', '192.168.7', '203.0.113'])}.${random.int(2, 250)}`,
        userAgent: random.pick(browsers),
      };
    }),
  );
}

/** Why somebody was refused: each reason in turn, and among them so many refusals that the rest was only counted. */
function refusal(index: number): Partial<Seeded<'LoginLog'>> {
  const reason = failures[index % (failures.length + 1)];
  return reason === undefined ? { reason: 'many', attempts: 100 + (index % 400) } : { reason };
}
