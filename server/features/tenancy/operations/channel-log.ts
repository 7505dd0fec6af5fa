import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { type Call, type Handlers } from '#server/kernel/handler.ts';
import { operationsList, unindexed, visible } from '#server/features/platform/index.ts';

/** Whose resources are policies: the permission nodes of policies and of policy routes. */
const POLICY = ['configuration/spiManage', 'configuration/routerConfig'];

/** The operation log of a channel, told apart into what was done to policies and what users did beside (spec 2). */
export const channelLogs = {
  listCmiSpiOperationLogs: operationsList((call) => [...ofChannels(call), among(call, 'in')]),
  listCmiUserOperationLogs: operationsList((call) => [...ofChannels(call), among(call, 'not in')]),
} satisfies Handlers;

/** Operations in companies of channels, as far as the caller may read what they were done to. */
function ofChannels(call: Call): RawBuilder<SqlBool>[] {
  const companies = call.services.store.specs.get('Company');
  const channel = companies?.value.get('channelTradeId');
  if (!companies || !channel) return [sql<SqlBool>`1 = 0`];
  return [
    ...visible(call),
    sql<SqlBool>`owner in (select id from ${sql.table(companies.table)} where ${sql.ref(channel.name)} is not null)`,
  ];
}

function among({ services }: Call, how: 'in' | 'not in'): RawBuilder<SqlBool> {
  const names = [...services.store.specs.values()]
    .filter(({ resource }) =>
      Object.values(resource.operations)
        .flat()
        .some(
          ({ access }) => typeof access === 'object' && POLICY.some((node) => access.node === node || access.node.startsWith(`${node}/`)),
        ),
    )
    .map(({ name }) => name);
  return sql<SqlBool>`${unindexed('resource')} ${sql.raw(how)} (${sql.join(names)})`;
}
