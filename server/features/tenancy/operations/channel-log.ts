import type { Call, Handlers } from '#server/kernel/handler.ts';
import { operationsList, visible } from '#server/features/platform/index.ts';
import { type LogCondition, noneOf, ofTenantsWith, oneOf } from '#server/store/query/revision-log.ts';

/** Whose resources are policies: the permission nodes of policies and of policy routes. */
const POLICY = ['configuration/spiManage', 'configuration/routerConfig'];

/** The operation log of a channel, told apart into what was done to policies and what users did beside (spec 2). */
export const channelLogs = {
  listCmiSpiOperationLogs: operationsList((call) => [...ofChannels(call), oneOf('resource', policies(call))]),
  listCmiUserOperationLogs: operationsList((call) => [...ofChannels(call), noneOf('resource', policies(call))]),
} satisfies Handlers;

/** Operations in companies of channels, as far as the caller may read what they were done to. */
function ofChannels(call: Call): LogCondition[] {
  return [...visible(call), ofTenantsWith(call.services.store.spec('Company'), 'channelTradeId')];
}

function policies({ services }: Call): string[] {
  return services.store.specs
    .filter(({ resource }) =>
      Object.values(resource.operations)
        .flat()
        .some(
          ({ access }) => typeof access === 'object' && POLICY.some((node) => access.node === node || access.node.startsWith(`${node}/`)),
        ),
    )
    .map(({ name }) => name);
}
