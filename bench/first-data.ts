import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packed, WORTH_BYTES } from '#codegen/packed.ts';
import type { Language, Model } from '#domain/model.ts';

/** kB as they are sent: model, labels and answers of calls before the first row; what of it is kept for the answers, which
 * `tests/e2e/first-row.test.ts` weighs. */
export const FIRST_DATA = { budget: 60, calls: 14 };

export type FirstData = { page: string; kilobytes: number; parts: Record<string, number> };

const languages: Language[] = ['zh', 'en'];

/** Of all pages with a list the one that reads most before its first row: what the contract says of it, and the words for it. */
export async function weighData(root: string): Promise<FirstData> {
  const folder = join(root, 'generated/model');
  const read = (file: string): Buffer => readFileSync(join(folder, file));
  const model: Model = JSON.parse(read('index.json').toString());
  const names = [...new Set(model.navigation.flatMap(({ tabs }) => tabs ?? []))].filter((name) => name in model.resources);
  const settings = model.platform.preferences;
  const weighed = await Promise.all(
    names.flatMap((name) => {
      const file = `${model.resources[name]?.file}.json`;
      return languages.map(async (language) => {
        const files = ['index.json', file, `labels/${language}/${file}`, ...(settings === undefined ? [] : [`forms/${settings.id}.json`])];
        const sizes = await Promise.all(files.map((each) => sent(read(each))));
        return { page: `${name} in ${language}`, bytes: sizes.reduce((sum, size) => sum + size, 0), files };
      });
    }),
  );
  const most = weighed.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (!most) throw new Error('The model has no page with a list');
  const parts = most.files.flatMap((file) => Object.entries(sizesIn(file, read(file).toString())));
  return { page: most.page, kilobytes: most.bytes / 1000, parts: Object.fromEntries(parts) };
}

async function sent(bytes: Buffer): Promise<number> {
  return bytes.length < WORTH_BYTES ? bytes.length : (await packed.br(bytes)).length;
}

/** By what stands at the top of the file. */
function sizesIn(file: string, text: string): Record<string, number> {
  const content: object = JSON.parse(text);
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [`${file} ${key}`, JSON.stringify(value).length]));
}
