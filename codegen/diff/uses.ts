import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Uses } from './change.ts';

/** Where code of ours names something of the contract: bespoke screens, the server's rules, the menu. */
const FOLDERS = ['src/screens', 'src/app', 'server/features', 'domain/rules'];
const MOST = 5;

/** Finds lines that hold one of the names as a word or in quotes; a property's name alone is no evidence: it is in quotes or after a dot. */
export function usesIn(root: string): Uses {
  const lines = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .toSorted()
      .flatMap((name) => {
        const file = `${folder}/${name}`;
        return readFileSync(join(root, file), 'utf8')
          .split('\n')
          .map((text, index) => ({ at: `${file}:${index + 1}`, text }));
      }),
  );
  return (names) => {
    // a short lower-case name is that of many things
    const telling = names.filter((name) => /^[A-Za-z]\w*[A-Z]\w*$|^[A-Z]\w+$/.test(name));
    if (telling.length === 0) return [];
    const named = new RegExp(String.raw`(?<![\w$])(?:${telling.join('|')})(?![\w$])`);
    return lines
      .filter(({ text }) => named.test(text))
      .slice(0, MOST)
      .map(({ at }) => at);
  };
}
