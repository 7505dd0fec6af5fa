import type { Scope } from '#resource/scope.ts';

/** Whether what is deleted of a resource can be brought back from here. */
export function isRestorable({ model, resource, can, create }: Scope): boolean {
  return model.platform.restoreDeleted !== undefined && resource.revision !== undefined && can(create);
}
