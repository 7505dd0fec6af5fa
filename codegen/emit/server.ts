import type { Contract } from '../read/contract.ts';
import type { Built } from '../built.ts';
import type { Output } from './output.ts';
import { Components } from './server/components.ts';
import { entitiesFile } from './server/entities.ts';
import { handlersFile } from './server/handlers.ts';

/**
 * What the server is typed with: every resource as it is stored, and what goes into and comes out of every operation.
 * `stored.ts` and `sent.ts` hold the components that these name, from either side.
 */
export function emitServer(contract: Contract, built: Built): Output {
  const stored = new Components(contract.document, 'stored');
  const sent = new Components(contract.document, 'sent');
  const entities = entitiesFile(contract.document, built, stored);
  const handlers = handlersFile(built, stored, sent);
  return new Map([
    ['server/entities.ts', entities],
    ['server/handlers.ts', handlers],
    ['server/stored.ts', stored.file('Components as they are stored and answered.')],
    ['server/sent.ts', sent.file('Components as they are sent in a body.')],
  ]);
}
