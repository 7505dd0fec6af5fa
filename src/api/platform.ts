import { loadForm } from './model.ts';
import type { Model, OperationForm } from '#domain/model.ts';
import type { PlatformRole } from '#domain/platform-role.ts';

/** What the contract says of a call that serves every resource, limits and schemas included; undefined where it has none. */
export async function loadPlatform(model: Model, name: PlatformRole): Promise<OperationForm | undefined> {
  const id = model.platform[name]?.id;
  return id === undefined ? undefined : loadForm(id);
}
