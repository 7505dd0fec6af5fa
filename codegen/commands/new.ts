import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { camelCase, humanise, kebabCase, pascalCase } from '../names.ts';

/**
 * npm run new -- circuitVendor [--group configuration]: a schema file, a path file, the two lines in openapi.yaml and
 * the Chinese labels of a new entity that belongs to a company. The files are plain YAML to go on from.
 */
const root = resolve(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { group: { type: 'string', default: 'configuration' } } });
const name = positionals[0];
const tag = values.group;
if (name === undefined || !/^[a-z][A-Za-z0-9]*$/.test(name)) stop('Name the entity in camelCase: npm run new -- circuitVendor');

const file = kebabCase(name);
const plural = name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
const schemaFile = join(root, 'schemas/entities', `${file}.yaml`);
const pathFile = join(root, 'openapi/paths', `${file}.yaml`);
const labelFile = join(root, 'locales/zh/entities', `${file}.json`);
const contractFile = join(root, 'openapi/openapi.yaml');
for (const path of [schemaFile, pathFile, labelFile]) if (existsSync(path)) stop(`${path} exists already.`);

writeFileSync(schemaFile, schema());
writeFileSync(pathFile, readTemplate());
writeFileSync(
  labelFile,
  `${JSON.stringify({ title: humanise(name), fields: { id: '编号', companyId: '公司', name: '名称' }, groups: { basic: '基本信息' } }, null, 2)}\n`,
);
const contract = readFileSync(contractFile, 'utf8');
const lines = `  /api/v1/companies/{companyId}/${plural}: { $ref: 'paths/${file}.yaml#/company${pascalCase(plural)}' }\n  /api/v1/companies/{companyId}/${plural}/{${name}Id}: { $ref: 'paths/${file}.yaml#/company${pascalCase(name)}' }\n`;
writeFileSync(contractFile, contract.replace(/\ncomponents:/, `\n${lines}components:`));
console.log(
  `Written: schemas/entities/${file}.yaml, openapi/paths/${file}.yaml, locales/zh/entities/${file}.json and two lines in openapi/openapi.yaml.\nNext: fill in the properties, translate the labels, npm run generate.`,
);

function schema(): string {
  return `title: ${humanise(name!)}
description: What it is, in one sentence.
type: object
x-ui:
  id: id
  label: '{name}'
  columns: [name, updatedAt]
  groups:
    - { name: basic, fields: [name] }
x-data:
  owner: companyId
  unique: [[companyId, name]]
  sortable: [name, updatedAt]
required: [name]
additionalProperties: false
properties:
  id: { title: ID, type: string, readOnly: true, maxLength: 64, x-ui: { hide: [list, form] } }
  companyId: { title: Company, type: string, readOnly: true, maxLength: 64, x-ui: { ref: Company, hide: [form] } }
  name: { title: Name, type: string, format: plain-text, minLength: 1, maxLength: 80, examples: [example] }
  createdAt: { $ref: '../values/created-at.yaml' }
  updatedAt: { $ref: '../values/updated-at.yaml' }
  revision: { $ref: '../values/revision.yaml' }
`;
}

/** The tag's company paths are the pattern of every company's entity: one place to keep right. */
function readTemplate(): string {
  const [company] = readFileSync(join(root, 'openapi/paths/tag.yaml'), 'utf8').split(/\n(?=tags:\n)/);
  const one = humanise(name!).toLowerCase();
  return company!
    .replace(/^#.*\n/, `# ${humanise(plural)} of one company.\n`)
    .replace(/ {6}- \{ name: type, in: query[\s\S]*?(?= {4}responses: &page)/, '')
    .replaceAll('configuration/tag', `${tag}/${name}`)
    .replaceAll('tags: [configuration]', `tags: [${tag}]`)
    .replaceAll('entities/tag.yaml', `entities/${file}.yaml`)
    .replaceAll('Tags of a company', `${humanise(plural)} of a company`)
    .replaceAll('companyTags:', `company${pascalCase(plural)}:`)
    .replaceAll('companyTag:', `company${pascalCase(name!)}:`)
    .replaceAll('listCompanyTags', `listCompany${pascalCase(plural)}`)
    .replaceAll('CompanyTag', `Company${pascalCase(name!)}`)
    .replaceAll('tagId', `${camelCase(name!)}Id`)
    .replaceAll(/examples: \[t-hq\]/g, 'examples: [example-1]')
    .replace(
      /( {20}- &hq\n)[\s\S]*?(?= {6}default: \{ \$ref)/,
      `$1                      id: example-1\n                      companyId: c-acme\n                      name: example\n                      createdAt: '2026-01-05T08:00:00Z'\n                      updatedAt: '2026-01-05T08:00:00Z'\n                      revision: 1\n`,
    )
    .replace(/default: \{ value: \{ name: branch[^\n]*/, 'default: { value: { name: another } }')
    .replaceAll(/\btags?\b(?=[^:\]]*$)/gm, (word) => (word === 'tags' ? `${one}s` : one));
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
