import { SemVer } from 'semver';

/** What devices report: `V5`, `5.1`, `5.2.0-rc10`, `5.2.0.118`, `5.2.0+build.7`. Up to four numbers, the fourth is not of semver. */
const SPELLING = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(-[\da-z.-]+)?(?:\+[\da-z.-]+)?$/i;

/**
 * Order of two versions: negative when the first is older, undefined when one of them is none. A version with a suffix comes
 * before the one without, what stands behind a `+` counts for nothing (semver 2.0, sections 10 and 11), and the numbers within
 * a suffix are numbers: rc2 before rc10.
 */
export function compareVersions(first: string, second: string): number | undefined {
  const [a, b] = [parsed(first), parsed(second)];
  return a && b && (a.version.compareMain(b.version) || a.fourth - b.fourth || a.version.comparePre(b.version));
}

function parsed(text: string): { version: SemVer; fourth: number } | undefined {
  const [matched, major, minor = '0', patch = '0', fourth = '0', suffix = ''] = SPELLING.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const parts = suffix.replaceAll(/(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/gi, '.');
  try {
    return { version: new SemVer(`${major}.${minor}.${patch}${parts}`, { loose: true }), fourth: Number(fourth) };
  } catch {
    // numbers beyond those that can be told apart, or an empty part of the suffix
    return undefined;
  }
}
