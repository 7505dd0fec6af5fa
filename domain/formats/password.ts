import type { Format } from '#domain/formats/format.ts';
import { passwordProblem } from '#domain/password.ts';

/** An account password of sufficient strength (decision 27). The value is a secret and never quoted. */
export const password: Format = { name: 'password', check: passwordProblem };
