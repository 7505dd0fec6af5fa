import { describe } from 'vitest';
import { lifecycles } from '#tests/support/lifecycles.ts';

/** The other half is in `resources-2.test.ts`: two files run beside each other. */
describe('the lifecycle of a row', () => lifecycles(0, 2));
