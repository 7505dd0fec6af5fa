import { formats } from '#domain/formats/registry.ts';
import { standardChecks, type Check } from '#domain/formats/standard-checks.ts';

/** Every format as Ajv takes it: ours, and those of the library. */
export const ajvFormats: Readonly<Record<string, Check>> = {
  ...standardChecks,
  ...Object.fromEntries(
    Object.values(formats).map(({ name, check }): [string, Check] => [
      name,
      { type: 'string', validate: (text: string) => check(text) === undefined },
    ]),
  ),
};
