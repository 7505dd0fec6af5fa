import { REMOVED } from '#server/store/items/tables.ts';
import type { SqlDialect } from '#server/store/query/sql-dialect.ts';

/** The tables that are no resource's, in the types of the database. */
export function platformTables({ types: { text, integer, bytes, growingKey }, covers }: SqlDialect): readonly string[] {
  return [
    `create table if not exists meta (name ${text} primary key, value ${text} not null)`,
    `create table if not exists revisions (seq ${growingKey}, resource ${text} not null, id ${text} not null, revision ${integer} not null,
    owner ${text}, action ${text} not null, actor ${text} not null, request_id ${text} not null, at ${integer} not null, label ${text} not null, patch ${text}, undo ${text}, kept ${text})`,
    'create index if not exists revisions_item on revisions (resource, id, revision)',
    'create index if not exists revisions_request on revisions (request_id)',
    `create index if not exists revisions_deleted on revisions (resource, seq) where patch = '${REMOVED}'`,
    ...revisionsByTime(covers),
    `create table if not exists refs (owner ${text}, resource ${text} not null, id ${text} not null, path ${text} not null, target ${text} not null, value ${text} not null)`,
    'create index if not exists refs_target on refs (target, value)',
    'create index if not exists refs_item on refs (resource, id)',
    // sessions of the shape before: whoever had one logs in again
    'drop table if exists sessions',
    `create table if not exists log_ins (id ${text} primary key, token ${text} not null, refresh ${text} not null, username ${text} not null, ip ${text} not null,
    user_agent ${text} not null, created_at ${integer} not null, seen_at ${integer} not null, expires_at ${integer} not null, ends_at ${integer} not null)`,
    'create index if not exists log_ins_token on log_ins (token)',
    'create index if not exists log_ins_refresh on log_ins (refresh)',
    'create index if not exists log_ins_username on log_ins (username)',
    `create table if not exists spent_tokens (refresh ${text} primary key, token ${text} not null, session_id ${text} not null, nonce ${text} not null, at ${integer} not null)`,
    'create index if not exists spent_tokens_token on spent_tokens (token)',
    'create index if not exists spent_tokens_session on spent_tokens (session_id)',
    // failures of the shape before: they froze an account for everybody
    'drop table if exists login_attempts',
    `create table if not exists log_in_failures (account ${text} not null, place ${text} not null, failed ${integer} not null, frozen_until ${integer} not null,
    at ${integer} not null, primary key (account, place))`,
    'create index if not exists log_in_failures_at on log_in_failures (at)',
    `create table if not exists idempotency (username ${text} not null, key ${text} not null, operation ${text} not null, body ${text} not null, status ${integer} not null,
    etag ${text}, answer ${text} not null, at ${integer} not null, primary key (username, key))`,
    'create index if not exists idempotency_at on idempotency (at)',
    `create table if not exists jobs (id ${text} primary key, due ${integer} not null, kind ${text} not null, payload ${text} not null, lease_until ${integer} not null,
    tries ${integer} not null)`,
    'create index if not exists jobs_due on jobs (due)',
    // jobs by the name of before
    "update jobs set kind = 'mail.deliver', id = replace(id, 'post.deliver ', 'mail.deliver ') where kind = 'post.deliver'",
    `create table if not exists outbox (id ${text} primary key, at ${integer} not null, sent_at ${integer}, message ${text} not null)`,
    `create table if not exists ranges (resource ${text} not null, id ${text} not null, owner ${text} not null, pointer ${text} not null, low ${text} not null, high ${text} not null, text ${text} not null)`,
    'create index if not exists ranges_item on ranges (resource, id)',
    'create index if not exists ranges_low on ranges (resource, owner, low)',
    // what rows were made into: the bytes of a report
    `create table if not exists files (resource ${text} not null, id ${text} not null, owner ${text}, name ${text} not null, bytes ${bytes} not null,
    primary key (resource, id, name))`,
    `create table if not exists ephemeral (kind ${text} not null, key ${text} not null, value ${text} not null, until ${integer} not null, primary key (kind, key))`,
    'create index if not exists ephemeral_until on ephemeral (until)',
    // documents that are not what the contract says
    `create table if not exists unfit (resource ${text} not null, id ${text} not null, primary key (resource, id))`,
    `create table if not exists settings (name ${text} primary key, value ${text} not null)`,
    `create table if not exists preferences (username ${text} not null, name ${text} not null, value ${text} not null, primary key (username, name))`,
  ];
}

/** The operation log reads revisions in this order; where that pays, all that narrows it stands there too. */
function revisionsByTime(covers: boolean): readonly string[] {
  if (!covers) return ['create index if not exists revisions_at on revisions (at)'];
  return [
    'drop index if exists revisions_at',
    'create index if not exists revisions_log on revisions (at, seq, owner, resource, action, actor, id, label, request_id)',
  ];
}
