import type { PermissionTree } from '#domain/access/permission-tree.ts';
import type { Call, Handlers } from '#server/kernel/handler.ts';
import { operationsList, visible } from '#server/features/platform/index.ts';
import { type LogCondition, noneOf, ofTenantsWith, oneOf } from '#server/store/query/revision-log.ts';

/** The operation log of a channel, told apart into what was done to policies and what users did beside (spec 2). */
export const channelLogs = {
  listCmiSpiOperationLogs: operationsList((call) => [...ofChannels(call), oneOf('resource', policies(call))]),
  listCmiUserOperationLogs: operationsList((call) => [...ofChannels(call), noneOf('resource', policies(call))]),
} satisfies Handlers;

/** Operations in companies of channels, as far as the caller may read what they were done to. */
function ofChannels(call: Call): LogCondition[] {
  return [...visible(call), ofTenantsWith(call.services.store.spec('Company'), 'channelTradeId')];
}

/** Resources whose calls ask for a permission of the tree that is marked so, or for one below it. */
function policies({ services: { contract, store } }: Call): string[] {
  const nodes = policyNodes(contract.tree);
  return store.specs
    .filter(({ resource }) =>
      Object.values(resource.operations)
        .flat()
        .some(({ access }) => typeof access === 'object' && nodes.some((node) => `${access.node}/`.startsWith(`${node}/`))),
    )
    .map(({ name }) => name);
}

function policyNodes(tree: PermissionTree, above = ''): string[] {
  return tree.flatMap(({ name, policy, children = [] }) => (policy ? [`${above}${name}`] : policyNodes(children, `${above}${name}/`)));
}
