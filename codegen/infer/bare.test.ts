import { expect, test } from 'vitest';
import { bare } from './bare.ts';

test.each([
  ['TenantResponse', 'Tenant'],
  ['TenantWithOwnerData', 'Tenant'],
  ['GetContactResponseSuccess', 'Contact'],
  ['UpdateTopicResponseSuccess', 'Topic'],
  ['ProjectCompact', 'Project'],
  ['TaskBase', 'Task'],
  ['Folder--Mini', 'Folder'],
  ['File--Full', 'File'],
  ['user_read', 'user'],
  ['nfs_get_response', 'nfs'],
  ['GetReceivedEmail', 'ReceivedEmail'],
  ['MediaFileObject', 'MediaFile'],
  // and these are things
  ['AddressObject', 'AddressObject'],
  ['GetterSetting', 'GetterSetting'],
  ['UpdatePolicy', 'UpdatePolicy'],
  ['ListItem', 'ListItem'],
  ['Database', 'Database'],
  ['KnowledgeBase', 'KnowledgeBase'],
  ['Thread', 'Thread'],
])('%s is called %s', (component, name) => {
  expect(bare(component)).toBe(name);
});
