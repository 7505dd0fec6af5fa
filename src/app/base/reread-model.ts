import type { QueryClient } from '@tanstack/react-query';
import { currentModel, rereadModel } from '#api/model.ts';
import { reload } from '#api/reload.ts';
import { pages } from '#app/base/navigation.ts';

/** Development: the contract was generated anew. What is on screen shows it without a page load; other routes need one. */
export async function showChangedModel(client: QueryClient): Promise<void> {
  const before = addresses();
  const reading = rereadModel();
  void client.invalidateQueries({ queryKey: ['model'] });
  await reading;
  if (addresses() !== before) await reload();
}

/** The pages that the router knows. */
function addresses(): string {
  const model = currentModel();
  return model === undefined ? '' : JSON.stringify(pages(model));
}
