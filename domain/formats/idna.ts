/**
 * IDNA2008 (RFC 5890-5893) from the Unicode properties that the engine knows; why no library: docs/decisions/012-idna.md.
 * Approximate in two places, both to the strict side of what registries accept: joining types (RFC 5892 A.1) are those of
 * Arabic, Syriac, Mandaic, N'Ko and Mongolian letters, and right-to-left classes go by block.
 */
import { decodePunycode, encodePunycode } from '#domain/formats/punycode.ts';

const ASCII_LABEL = /^[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?$/;
const LETTER_DIGIT = /^[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]$/u;
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}]/u;
const ALWAYS = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/u;
// oxlint-disable-next-line no-misleading-character-class -- code points are meant, one letter is tested at a time
const NEVER = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u20d0-\u20ff\u{1d100}-\u{1d24f}]/u;
const CONTEXTUAL = /[\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d]/u;
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed]$/u;
const JOINS_LEFT =
  /(?![\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5])[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Mongolian}]\p{Mn}*$/u;
const JOINS_RIGHT = /^\p{Mn}*(?!\p{Mn})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Mongolian}]/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ARABIC_NUMBER = /[\u0660-\u0669\u{10d30}-\u{10d39}\u{10e60}-\u{10e7e}]/u;
const EUROPEAN_NUMBER = /[0-9\u06f0-\u06f9]/u;

/** Whether each label, ASCII or not, is valid and all of them keep the Bidi rule. */
export function areLabels(labels: readonly string[]): boolean {
  const unicode = labels.map((label) => (/^xn--/i.test(label) ? decodeLabel(label) : label));
  if (!unicode.every((label): label is string => label !== undefined && isLabel(label))) return false;
  return !unicode.some(isRightToLeft) || unicode.every(keepsBidiRule);
}

/** The ASCII form of a label. */
export function asciiLabel(label: string): string {
  return isAscii(label) ? label : `xn--${encodePunycode(label)}`;
}

/** The U-label of an A-label, undefined when it is not the canonical encoding of one. */
function decodeLabel(label: string): string | undefined {
  const decoded = decodePunycode(label.slice(4).toLowerCase());
  if (!decoded || isAscii(decoded) || asciiLabel(decoded) !== label.toLowerCase()) return undefined;
  return decoded;
}

function isLabel(label: string): boolean {
  if (isAscii(label)) return ASCII_LABEL.test(label) && label.length <= 63;
  if (label.startsWith('-') || label.endsWith('-') || label.slice(2, 4) === '--') return false;
  if (label.length > 63 || asciiLabel(label).length > 63) return false;
  if (label.normalize('NFC') !== label || /^\p{M}/u.test(label)) return false;
  const letters = Array.from(label);
  return letters.every((letter, index) => isLetter(letter) || keepsContext(letters, index)) && !mixesArabicDigits(label);
}

/** RFC 5892 section 3: the derived property PVALID. */
function isLetter(letter: string): boolean {
  if (letter === '-' || ALWAYS.test(letter)) return true;
  if (NEVER.test(letter) || CONTEXTUAL.test(letter) || IGNORABLE.test(letter)) return false;
  return LETTER_DIGIT.test(letter) && isStable(letter);
}

function isStable(letter: string): boolean {
  const folded = letter.normalize('NFKC').toLowerCase().normalize('NFKC');
  return folded === letter && !letter.normalize('NFD').includes('\u0345');
}

/** RFC 5892 appendix A: letters that are valid between certain others. */
function keepsContext(letters: readonly string[], index: number): boolean {
  const before = letters[index - 1] ?? '';
  const after = letters[index + 1] ?? '';
  switch (letters[index]) {
    case '\u200d':
      return VIRAMA.test(before);
    case '\u200c':
      return (
        VIRAMA.test(before) || (JOINS_LEFT.test(letters.slice(0, index).join('')) && JOINS_RIGHT.test(letters.slice(index + 1).join('')))
      );
    case '\u00b7':
      return before === 'l' && after === 'l';
    case '\u0375':
      return /\p{Script=Greek}/u.test(after);
    case '\u05f3':
    case '\u05f4':
      return /\p{Script=Hebrew}/u.test(before);
    case '\u30fb':
      return letters.some((letter) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(letter));
    default:
      return false;
  }
}

function mixesArabicDigits(label: string): boolean {
  return /[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label);
}

function isRightToLeft(label: string): boolean {
  return Array.from(label).some((letter) => directionOf(letter) === 'R' || directionOf(letter) === 'AN');
}

/** RFC 5893 section 2. */
function keepsBidiRule(label: string): boolean {
  const classes = Array.from(label, directionOf);
  const last = classes.findLast((direction) => direction !== 'NSM');
  if (classes[0] === 'L') return !classes.includes('R') && !classes.includes('AN') && (last === 'L' || last === 'EN');
  if (classes[0] !== 'R' || classes.includes('L')) return false;
  return !(classes.includes('EN') && classes.includes('AN')) && (last === 'R' || last === 'EN' || last === 'AN');
}

function directionOf(letter: string): 'L' | 'R' | 'AN' | 'EN' | 'NSM' | 'neutral' {
  if (/\p{Mn}/u.test(letter)) return 'NSM';
  if (EUROPEAN_NUMBER.test(letter)) return 'EN';
  if (ARABIC_NUMBER.test(letter)) return 'AN';
  if (RIGHT_TO_LEFT.test(letter)) return 'R';
  return /[-\u00b7\u0375\u30fb\u200c\u200d]/u.test(letter) ? 'neutral' : 'L';
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}
