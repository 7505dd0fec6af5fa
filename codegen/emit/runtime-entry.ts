import equalModule from 'ajv/dist/runtime/equal.js';
import lengthModule from 'ajv/dist/runtime/ucs2length.js';
import { formats as registry } from '#domain/formats/registry.ts';

/** Formats under the names that standalone validators look up. */
export const formats = Object.fromEntries(
  Object.values(registry).map((format) => [format.name, { type: 'string', validate: (text: string) => format.check(text) === undefined }]),
);
export const equal = 'default' in equalModule ? equalModule.default : equalModule;
export const ucs2length = 'default' in lengthModule ? lengthModule.default : lengthModule;
