import { randomInt, randomUUID } from 'node:crypto';

import { type Ephemeral } from '#server/store/ephemeral.ts';

const CAPTCHA_SECONDS = 120;
const LENGTH = 4;
const WIDTH = 120;
const HEIGHT = 40;

/** Strokes on a grid of 4 x 6, one polyline per word. Signs that look alike are left out. */
const strokes: Record<string, string> = {
  A: '06,20,46 13,33',
  C: '41,30,10,01,05,16,36,45',
  E: '40,00,06,46 03,33',
  F: '40,00,06 03,33',
  H: '00,06 40,46 03,43',
  J: '10,40 30,35,26,16,05',
  K: '00,06 40,03,46',
  L: '00,06,46',
  M: '06,00,23,40,46',
  N: '06,00,46,40',
  P: '06,00,30,41,42,33,03',
  R: '06,00,30,41,42,33,03 23,46',
  T: '00,40 20,26',
  U: '00,05,16,36,45,40',
  V: '00,26,40',
  W: '00,16,23,36,40',
  X: '00,46 40,06',
  Y: '00,23,40 23,26',
  Z: '00,40,06,46',
  '2': '01,10,30,41,42,06,46',
  '3': '00,40,23,43,44,36,16,05',
  '4': '30,04,44 33,36',
  '5': '40,00,03,33,44,45,36,06',
  '7': '00,40,16',
  '9': '43,13,02,01,10,30,41,45,36,16',
};

/** Pictures to type off. Each is good for one try. */
export class Captchas {
  readonly #kept: Ephemeral;

  constructor(kept: Ephemeral) {
    this.#kept = kept;
  }

  async create(): Promise<{ id: string; svg: string; expiresIn: number }> {
    const signs = Object.keys(strokes);
    const text = Array.from({ length: LENGTH }, () => signs[randomInt(signs.length)] as string).join('');
    const id = randomUUID();
    await this.#kept.put('captcha', id, text, CAPTCHA_SECONDS * 1000);
    return { id, svg: draw(text), expiresIn: CAPTCHA_SECONDS };
  }

  /** Spends the picture, right or wrong. */
  async accepts(id: string | undefined, text: string | undefined): Promise<boolean> {
    const open = id === undefined ? undefined : await this.#kept.take<string>('captcha', id);
    return open !== undefined && text?.trim().toUpperCase() === open;
  }
}

/** Paths only: a picture with text in it would be read by a machine at once. */
function draw(text: string): string {
  const paths = Array.from(text, (sign, index) => path(strokes[sign] ?? '', 12 + index * 27));
  const noise = Array.from(
    { length: 5 },
    () => `M${randomInt(WIDTH)} ${randomInt(HEIGHT)}Q${randomInt(WIDTH)} ${randomInt(HEIGHT)} ${randomInt(WIDTH)} ${randomInt(HEIGHT)}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="currentColor" stroke-linecap="round"><path d="${noise.join('')}" stroke-width="1" opacity=".5"/><path d="${paths.join('')}" stroke-width="2.5" stroke-linejoin="round"/></svg>`;
}

function path(lines: string, left: number): string {
  const [lean, top, scale] = [randomInt(-20, 21) / 100, 5 + randomInt(7), 3.6 + randomInt(10) / 10];
  const wobble = (): number => randomInt(-8, 9) / 10;
  return lines
    .split(' ')
    .map((line) =>
      line
        .split(',')
        .map((point, index) => {
          const [column, row] = [Number(point[0]), Number(point[1])];
          const x = left + column * scale + (6 - row) * lean * scale + wobble();
          return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(top + row * scale + wobble()).toFixed(1)}`;
        })
        .join(''),
    )
    .join('');
}
