import { isStandard } from '#domain/formats/standard.ts';

export type WithImports = { head: string; text: string; nameOf: (exported: string) => string };

/** The code that Ajv made with imports in place of its `require`s, for a module in `folder` below the model's. */
export function withImports(code: string, folder = '.'): WithImports {
  const imports = new Set<string>();
  let standard = false;
  let text = code.replaceAll(
    /require\("\.\/runtime\.js"\)\.formats(?=(?:\.(\w+)|\["([^"]+)"\]))/g,
    (_match, word?: string, quoted?: string) => {
      if (!isStandard(word ?? quoted ?? '')) return (imports.add('formats'), 'formats');
      standard = true;
      return 'standardChecks';
    },
  );
  text = text.replaceAll(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, (_match, name: string) => (imports.add(name), name));
  text = text.replaceAll(/^"use strict";/g, '').replaceAll(/^export const (\w+) = (\w+);$/gm, '');
  const head = imports.size === 0 ? '' : `import { ${[...imports].toSorted().join(', ')} } from '${folder}/runtime.js';\n`;
  const beside = standard ? `import { standardChecks } from '${folder}/standard-formats.js';\n` : '';
  return { head: head + beside, text: text.trim(), nameOf };

  function nameOf(exported: string): string {
    const match = code.match(new RegExp(`export const ${exported} = (\\w+);`));
    if (match === null) throw new Error(`Ajv made no function for ${exported}.`);
    return match[1]!;
  }
}
