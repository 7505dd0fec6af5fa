import type { PermissionNode } from '#domain/access/permission-tree.ts';

/** The leaves of a page in the trees of tests: who looks at it, and who changes it. */
export function levels(id: string, edit: Partial<PermissionNode> = {}): PermissionNode[] {
  return [
    { name: 'readOnly', id: `${id}-0`, label: 'Read' },
    { name: 'edit', id: `${id}-1`, label: 'Edit', ...edit },
  ];
}
