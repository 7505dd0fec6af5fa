import { describe } from 'vitest';
import { lives } from '#tests/support/lives.ts';

/** The other half is in `resources-2.test.ts`: two files run beside each other. */
describe('the life of a row', () => lives(0, 2));
