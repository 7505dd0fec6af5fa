import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { Language } from '#domain/model.ts';
import { labelsOf, model, resourceOf } from '#tests/support/model.ts';
import { valueOf } from '#import/check/convert.ts';
import { exampleOf } from '#import/check/describe-field.ts';
import { mapHeaders, targetsOf } from '#import/check/targets.ts';
import { templateOf } from '#import/check/template.ts';
import en from '#locales/en/resource.json' with { type: 'json' };
import zh from '#locales/zh/resource.json' with { type: 'json' };
import formEn from '#locales/en/form.json' with { type: 'json' };
import formZh from '#locales/zh/form.json' with { type: 'json' };

const importable = Object.values(model.resources).filter(({ creates }) => creates !== undefined);
const languages: Language[] = ['zh', 'en'];

const UPDATING = {
  en: 'When rows that exist are updated: a column that is left out stays unchanged; an empty cell leaves the value as it is, unless you choose otherwise when importing; [clear] clears it.',
  zh: '更新已存在的行时：未包含的列保持不变；空单元格保持原值（导入时可另行选择）；填写 [清空] 则清空该值。',
};

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { resource: en, form: formEn }, zh: { resource: zh, form: formZh } } }));

test.each(importable.map(({ name, file }) => [name, file]))('the template of %s can be read back in both languages', async (name, file) => {
  const resource = resourceOf(name);
  const labels = languages.map((language) => labelsOf(name, language));
  const root = resource.schemas[resource.operations.create[0]?.body?.schema ?? ''];
  if (!root) throw new Error(`${file} has no body to create`);
  for (const [index, language] of languages.entries()) {
    await i18next.changeLanguage(language);
    const own = labels[index];
    if (!own) throw new Error('no labels');
    const targets = targetsOf(root, own);
    const [sheet, columns] = templateOf(root, own);
    expect(mapHeaders((sheet.rows[0] ?? []).map(String), root, labels, resource.id)).toEqual(targets.map(({ path }) => path));
    expect(columns.rows).toHaveLength(targets.length + 1);
    // what an update does with a column that is left out, and with a cell that is empty
    expect(sheet.rows.at(-1)).toEqual([`# ${UPDATING[language]}`]);
    // a word that the template offers is one that the import understands
    for (const { field } of targets)
      if (field.values) expect(field.values).toContain(valueOf(field, exampleOf(field, own), { languages: labels }));
  }
});
