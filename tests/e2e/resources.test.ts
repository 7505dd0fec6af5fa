import { describe } from 'vitest';
import { lifecycles } from '#tests/support/lifecycles.ts';

describe('the lifecycle of a row', () => lifecycles());
