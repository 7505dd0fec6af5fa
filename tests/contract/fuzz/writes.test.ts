import { fuzz } from '#tests/contract/fuzz/requests.ts';
import { operations } from '#tests/contract/suite.ts';

fuzz(operations.filter(({ method }) => method !== 'get'));
