import { describe } from 'vitest';
import { lives } from '#tests/support/lives.ts';

describe('the life of a row', () => lives(1, 2));
