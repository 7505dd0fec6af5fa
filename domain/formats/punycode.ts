/** Punycode (RFC 3492), on code points. */

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX = 0x7fff_ffff;

/** The decoded text, undefined when the input is no Punycode. */
export function decodePunycode(input: string): string | undefined {
  const delimiter = input.lastIndexOf('-');
  const output = Array.from(input.slice(0, Math.max(0, delimiter)), (letter) => letter.charCodeAt(0));
  let [n, i, bias] = [INITIAL_N, 0, INITIAL_BIAS];
  let at = delimiter < 0 ? 0 : delimiter + 1;
  while (at < input.length) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(input.charCodeAt(at++));
      if (digit < 0) return undefined;
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      weight *= BASE - t;
      if (i > MAX || weight > MAX) return undefined;
    }
    const length = output.length + 1;
    bias = adapt(i - before, length, before === 0);
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10_ffff || (n >= 0xd800 && n <= 0xdfff)) return undefined;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

export function encodePunycode(text: string): string {
  const points = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < INITIAL_N);
  let output = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '');
  let [n, delta, bias, handled] = [INITIAL_N, 0, INITIAL_BIAS, basic.length];
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= n));
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta++;
      if (point !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (q < t) break;
        output += letterOf(t + ((q - t) % (BASE - t)));
        q = Math.floor((q - t) / (BASE - t));
      }
      output += letterOf(q);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return output;
}

function threshold(k: number, bias: number): number {
  return Math.min(T_MAX, Math.max(T_MIN, k - bias));
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + 38));
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 22;
  const lower = code | 32;
  return lower >= 97 && lower <= 122 ? lower - 97 : -1;
}

function letterOf(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 97 : digit + 22);
}
