import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Uses } from './change.ts';

/** Where code of ours names something of the contract: bespoke screens, the server's rules, the menu. */
const FOLDERS = ['src/screens', 'src/app', 'server/features', 'domain/rules'];
const MOST = 5;

/**
 * Finds lines that hold one of the names. A word of its own (`vendorRank`, `Tag`) is found anywhere; a common one (`remark`)
 * is that of many things, so it counts in quotes, as a key or after a dot, and where the screen is named in the same file.
 */
export function usesIn(root: string): Uses {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .toSorted()
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
  );
  const linesWith = (named: RegExp, texts: typeof files): string[] =>
    texts.flatMap(({ file, text }) =>
      named.test(text) ? text.split('\n').flatMap((line, index) => (named.test(line) ? [`${file}:${index + 1}`] : [])) : [],
    );
  return (names, screen) => {
    const words = names.filter((name) => /^[A-Za-z]\w*$/.test(name));
    const telling = words.filter((name) => /[A-Z]/.test(name));
    const common = words.filter((name) => !telling.includes(name));
    const found = telling.length > 0 ? linesWith(word(telling.join('|')), files) : [];
    if (common.length > 0 && /^\w+$/.test(screen)) {
      const [any, own] = [common.join('|'), files.filter(({ text }) => word(screen).test(text))];
      found.push(...linesWith(new RegExp(String.raw`(['"])(?:${any})\1|\.(?:${any})(?![\w$(])|(?<![\w$.])(?:${any})\??:(?!:)`), own));
    }
    return [...new Set(found)].slice(0, MOST);
  };
}

function word(any: string): RegExp {
  return new RegExp(String.raw`(?<![\w$])(?:${any})(?![\w$])`);
}
