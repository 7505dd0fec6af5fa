/**
 * Order of two versions as numbers separated by dots with an optional suffix: negative when the first is older. A version
 * with a suffix (5.2.0-rc1) comes before the one without (semver 2.0, section 11).
 */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [partsOf(first), partsOf(second)];
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.suffix === b.suffix) return 0;
  if (a.suffix === '' || b.suffix === '') return a.suffix === '' ? 1 : -1;
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true });
}

function partsOf(version: string): { numbers: number[]; suffix: string } {
  const [numbers = '', ...suffix] = version.split('-');
  return { numbers: numbers.split('.').map(Number), suffix: suffix.join('-') };
}
