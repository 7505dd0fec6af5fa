/**
 * Section 6 of the specification as tables, written from its words and from nothing else: `tests/spec/section6.test.ts` holds the
 * contract to them, `tests/server/section6.test.ts` the server.
 */
export type Kind = 'superAdmin' | 'global' | 'channel' | 'company';

/** `all`: reading and editing; `edit`: editing alone. `calls` are the addresses below /api that belong to it. */
export type Item = { words: string; node: string; what: 'all' | 'edit'; calls: RegExp };

/** "Global-only: spiManage edit, service, circuits, areaCode, controller, saasGroup, backbone, serviceStatus, apm, execution, …" */
export const globalOnly: readonly Item[] = [
  { words: 'spiManage edit', node: 'configuration/spiManage', what: 'edit', calls: /^\/v1\/(policy|ruleTag|strateg|scenario|spi)/i },
  { words: 'service', node: 'configuration/service', what: 'all', calls: /^\/v1\/services\b/ },
  { words: 'circuits', node: 'configuration/circuits', what: 'all', calls: /^\/v1\/circuits\b/ },
  { words: 'areaCode', node: 'configuration/areaCode', what: 'all', calls: /^\/v1\/areaCodes\b/ },
  { words: 'controller', node: 'configuration/controller', what: 'all', calls: /^\/v1\/controllers\b/ },
  { words: 'saasGroup', node: 'configuration/saasGroup', what: 'all', calls: /^\/v1\/saasGroups\b/ },
  { words: 'backbone', node: 'resource-planning/backbone-region', what: 'all', calls: /^\/v1\/backboneRegions\b/ },
  { words: 'backbone', node: 'resource-planning/backbone-az', what: 'all', calls: /^\/v1\/backboneAzs\b/ },
  { words: 'backbone', node: 'resource-planning/backbone-line', what: 'all', calls: /^\/v1\/backboneLines\b/ },
  { words: 'backbone', node: 'resource-planning/pop', what: 'all', calls: /^\/v1\/pops\b/ },
  { words: 'serviceStatus', node: 'monitor/serviceStatus', what: 'all', calls: /^\/v1\/serviceStatus/ },
  { words: 'apm', node: 'monitor/apm', what: 'all', calls: /^\/v1\/apm/ },
  { words: 'execution', node: 'monitor/execution', what: 'all', calls: /^\/v1\/execution/ },
  {
    words: 'alarmConfiguration',
    node: 'monitor/alarmConfiguration',
    what: 'all',
    calls: /^\/v1\/(alarmConfig|alertConfig|alertGroups|alarmGroups)/,
  },
  { words: 'reportForm edit', node: 'report/reportFormPage', what: 'edit', calls: /^\/v1\/(companies\/\{companyId\}\/)?report/ },
  { words: 'companyManage', node: 'account/companyManage', what: 'all', calls: /^\/v1\/companies(\/\{companyId\})?$/ },
  { words: 'channelTradeMessage', node: 'account/channelTradeMessage', what: 'all', calls: /^\/v1\/channelTrades\b/ },
  { words: 'upgrade', node: 'upgrade/releaseManager', what: 'all', calls: /^\/v1\/releases\b/ },
  { words: 'upgrade', node: 'upgrade/policyMananger', what: 'all', calls: /^\/v1\/upgradePolic/ },
  { words: 'upgrade', node: 'upgrade/deviceUpgrade', what: 'all', calls: /^\/v1\/deviceUpgrades?\b/ },
  { words: 'upgrade', node: 'upgrade/systemConfig', what: 'edit', calls: /^\/v1\/system$/ },
  { words: 'upgrade', node: 'upgrade/appVersion', what: 'all', calls: /^\/v1\/appVersions\b/ },
  { words: 'upgrade', node: 'upgrade/appStore', what: 'all', calls: /^\/v1\/(libraryApps|storeApps)\b/ },
];

/** "Global and channel: compliance." */
export const globalAndChannel: readonly Item[] = [
  'resource',
  'business',
  'crossBorderRoutes',
  'dialingTemplate',
  'dialingTask',
  'cmiSpiOperationLog',
  'cmiUserOperationLog',
].map((page) => ({ words: 'compliance', node: `compliance/${page}`, what: 'all', calls: /^\/v1\/(compliance|crossBorder|dialing|cmi)/ }));

/** "onlyAdmin nodes (personal account edit, role management edit, all mobile office, report edit)." */
export const onlyAdmin: readonly Item[] = [
  { words: 'personal account edit', node: 'account/accountManage', what: 'edit', calls: /^\/v1\/users\b/ },
  { words: 'role management edit', node: 'account/roleManage', what: 'edit', calls: /^\/v1\/(companies\/\{companyId\}\/)?roles\b/ },
  ...['paramsManage', 'wirelessAccount', 'addressing', 'statusManage', 'appLogManagement'].map((page): Item => ({
    words: 'all mobile office',
    node: `mobile-office/${page}`,
    what: 'all',
    calls:
      /^\/v1\/(companies\/\{companyId\}\/)?(wireless(Account|Param)|mobile(Office|Account|Param)|mailSuffix|emailSuffix|privilegeGroup|thirdPartyAuth|macApproval|addressPool|onlineStatus|onlineUser|appLog)/,
  })),
  { words: 'report edit', node: 'report/reportFormPage', what: 'edit', calls: /^\/v1\/(companies\/\{companyId\}\/)?report/ },
];

/**
 * What pages of other accounts need to name what they refer to (a site's preferred area and POP, spec 3): its list is read by every
 * session, its page and everything else are global.
 */
export const readByAll = ['/v1/areaCodes', '/v1/backboneRegions', '/v1/pops', '/v1/system'];

/** "Each menu leaf is readOnly or edit"; "Policy split: read-only application, read-only rules/templates/scenarios, read-write global." */
export const policySplit: readonly { leaf: string; kinds: readonly Kind[] }[] = [
  { leaf: 'configuration/spiManage/application/readOnly', kinds: ['global', 'channel', 'company'] },
  { leaf: 'configuration/spiManage/rules/readOnly', kinds: ['global', 'channel', 'company'] },
  { leaf: 'configuration/spiManage/edit', kinds: ['global'] },
];

/** "Network monitoring and shared monitoring need explicit permission." */
export const explicit = ['monitor/deviceStatus', 'monitor/shared'];

export type Mode = 'global' | 'channel' | 'company';

/** "Mode entry", word by word; `companies` and `channels` tell whether the account has any. */
export const modeEntry: readonly { kind: Kind; companies: boolean; channels: boolean; modes: readonly Mode[] }[] = [
  { kind: 'superAdmin', companies: true, channels: true, modes: ['global', 'channel', 'company'] },
  { kind: 'superAdmin', companies: false, channels: false, modes: ['global', 'channel', 'company'] },
  { kind: 'global', companies: true, channels: true, modes: ['global', 'channel', 'company'] },
  { kind: 'global', companies: true, channels: false, modes: ['global', 'company'] },
  { kind: 'global', companies: false, channels: true, modes: ['channel'] },
  { kind: 'channel', companies: true, channels: true, modes: ['channel', 'company'] },
  { kind: 'channel', companies: false, channels: true, modes: ['channel'] },
  { kind: 'company', companies: true, channels: false, modes: ['company'] },
];

/** "Company user cannot change company dropdown; channel user cannot change channel dropdown." */
export const dropdowns: Readonly<Record<Kind, { company: boolean; channel: boolean }>> = {
  superAdmin: { company: true, channel: true },
  global: { company: true, channel: true },
  channel: { company: true, channel: false },
  company: { company: false, channel: false },
};
