import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from './build-error.ts';
import { camelCase, humanise, kebabCase, pascalCase, plural } from './names.ts';

/**
 * The files of a new entity that belongs to a company: a schema, its paths, the two lines in openapi.yaml and Chinese
 * labels to translate. Plain YAML to go on from; nothing else of the project changes. Answers the paths written.
 */
export function scaffold(root: string, name: string, tag: string): string[] {
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) refuse(name, 'is no name in camelCase.', 'Name the entity like circuitVendor.');
  const file = kebabCase(name);
  const many = plural(name);
  const labels = { title: humanise(name), fields: { name: '名称' }, help: { '': '一句话说明其用途。' }, groups: { basic: '基本信息' } };
  const files: Record<string, string> = {
    [`schemas/entities/${file}.yaml`]: schemaText(name),
    [`openapi/paths/${file}.yaml`]: pathsText(root, { name, tag, file, many }),
    [`locales/zh/entities/${file}.json`]: `${JSON.stringify(labels, null, 2)}\n`,
  };
  for (const path of Object.keys(files))
    if (existsSync(join(root, path))) refuse(path, 'exists already.', 'Choose another name, or change that file.');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const contract = join(root, 'openapi/openapi.yaml');
  const lines = `  /api/v1/companies/{companyId}/${many}: { $ref: 'paths/${file}.yaml#/company${pascalCase(many)}' }\n  /api/v1/companies/{companyId}/${many}/{${name}Id}: { $ref: 'paths/${file}.yaml#/company${pascalCase(name)}' }\n`;
  writeFileSync(contract, readFileSync(contract, 'utf8').replace(/\ncomponents:/, `\n${lines}components:`));
  return [...Object.keys(files), 'openapi/openapi.yaml'];
}

function refuse(file: string, message: string, remedy: string): never {
  throw new BuildError([{ file, message, remedy }]);
}

function schemaText(name: string): string {
  return `# yaml-language-server: $schema=../editor/entity.json
title: ${humanise(name)}
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
unevaluatedProperties: false
allOf:
  - $ref: '../shared/company-item.yaml'
properties:
  name: { title: Name, type: string, format: plain-text, minLength: 1, maxLength: 80, examples: [example] }
`;
}

/** The tag's company paths are the pattern of every company's entity: one place to keep right. */
function pathsText(root: string, { name, tag, file, many }: { name: string; tag: string; file: string; many: string }): string {
  const [company] = readFileSync(join(root, 'openapi/paths/tag.yaml'), 'utf8').split(/\n(?=tags:\n)/);
  const one = humanise(name).toLowerCase();
  return company!
    .replace(/^(# yaml-language-server.*\n)?#.*\n/, `$1# ${humanise(many)} of one company.\n`)
    .replace(/ {6}- \{ name: type, in: query[\s\S]*?(?= {4}responses: &page)/, '')
    .replaceAll(/^ *x-platform: .*\n/gm, '')
    .replaceAll('configuration/tag', `${tag}/${name}`)
    .replaceAll('tags: [configuration]', `tags: [${tag}]`)
    .replaceAll('entities/tag.yaml', `entities/${file}.yaml`)
    .replaceAll('Tags of a company', `${humanise(many)} of a company`)
    .replaceAll('companyTags:', `company${pascalCase(many)}:`)
    .replaceAll('companyTag:', `company${pascalCase(name)}:`)
    .replaceAll('listCompanyTags', `listCompany${pascalCase(many)}`)
    .replaceAll('CompanyTag', `Company${pascalCase(name)}`)
    .replaceAll('tagId', `${camelCase(name)}Id`)
    .replaceAll(/examples: \[t-hq\]/g, 'examples: [example-1]')
    .replace(
      /( {20}- &hq\n)[\s\S]*?(?= {6}default: \{ \$ref)/,
      `$1                      id: example-1\n                      companyId: c-acme\n                      name: example\n                      createdAt: '2026-01-05T08:00:00Z'\n                      updatedAt: '2026-01-05T08:00:00Z'\n                      revision: 1\n`,
    )
    .replace(/default: \{ value: \{ name: branch[^\n]*/, 'default: { value: { name: another } }')
    .replaceAll(/\btags?\b(?=[^:\]]*$)/gm, (word) => (word === 'tags' ? `${one}s` : one));
}
