const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const LENGTH = 16;

/** A password that meets the strength check (spec section 5), without letters that are read as each other. */
export function newPassword(): string {
  const kinds = [LOWER, UPPER, DIGITS];
  const all = kinds.join('');
  const letters = Array.from({ length: LENGTH }, (_, index) => pick(kinds[index] ?? all));
  for (let index = letters.length - 1; index > 0; index--) {
    const other = random(index + 1);
    [letters[index], letters[other]] = [letters[other] ?? '', letters[index] ?? ''];
  }
  return letters.join('');
}

function pick(from: string): string {
  return from.charAt(random(from.length));
}

/** Without the bias of a remainder. */
function random(below: number): number {
  const limit = 2 ** 32 - (2 ** 32 % below);
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn < limit ? drawn % below : random(below);
}
