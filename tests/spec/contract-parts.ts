import { isText } from '#domain/json.ts';
import type { RuleUse } from '#domain/rules/registry.ts';
import { contractFile, nodeAt } from '#tests/spec/contract.ts';
import { type Guard, listOf, optional, shaped, sure } from '#tests/support/shape.ts';

export type PermissionEntry = {
  name: string;
  id: string;
  label: { zh: string; en: string };
  roles?: string[] | undefined;
  onlyAdmin?: boolean | undefined;
  children?: PermissionEntry[] | undefined;
};
export type NavigationGroup = { name: string; title: { zh: string; en: string }; redirect?: string | undefined };
export type NavigationRoute = {
  path: string;
  group: string;
  modes: string[];
  title: { zh: string; en: string };
  audit?: string | undefined;
  hidden?: boolean | undefined;
  node?: string | undefined;
};

const isYesOrNo = (value: unknown): value is boolean => typeof value === 'boolean';
const isBoth = shaped({ zh: isText, en: isText });
const isPermission: Guard<PermissionEntry> = (value): value is PermissionEntry =>
  shaped({
    name: isText,
    id: isText,
    label: isBoth,
    roles: optional(listOf(isText)),
    onlyAdmin: optional(isYesOrNo),
    children: optional(listOf(isPermission)),
  })(value);
const isNavigation = shaped({
  groups: listOf(shaped({ name: isText, title: isBoth, redirect: optional(isText) })),
  routes: listOf(
    shaped({
      path: isText,
      group: isText,
      modes: listOf(isText),
      title: isBoth,
      audit: optional(isText),
      hidden: optional(isYesOrNo),
      node: optional(isText),
    }),
  ),
});
const isRule: Guard<RuleUse> = (value): value is RuleUse => shaped({ use: isText, over: listOf(isText) })(value);

/** The tree of permissions as the contract writes it. */
export function permissionTree(): PermissionEntry[] {
  return sure(contractFile('openapi/permissions.yaml'), listOf(isPermission));
}

export function navigationFile(): { groups: NavigationGroup[]; routes: NavigationRoute[] } {
  return sure(contractFile('openapi/navigation.yaml'), isNavigation);
}

/** The rules that a schema declares. */
export function rulesOf(schema: string): RuleUse[] {
  return sure(nodeAt(`${schema}#/x-ui/rules`), listOf(isRule));
}
