import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { painted } from '#tests/support/painting.ts';

const WIDTH = 640;
const COLUMNS = 3;
const PICTURES = 12;

/** Pictures of all pages of one round on one sheet, for a person to look at: wanted only where CONTACT_SHEET names a folder. */
export class ContactSheet {
  readonly #page: Page;
  readonly #folder: string;
  readonly #pictures: { title: string; data: string }[] = [];

  private constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  static ifWanted(page: Page): ContactSheet | undefined {
    const folder = process.env['CONTACT_SHEET'];
    if (!folder) return undefined;
    mkdirSync(folder, { recursive: true });
    return new ContactSheet(page, folder);
  }

  async take(title: string): Promise<void> {
    const picture = await painted(this.#page, () => this.#page.screenshot({ animations: 'disabled' }));
    writeFileSync(join(this.#folder, `${title.replaceAll(/[^\w]+/g, '-')}.png`), picture);
    this.#pictures.push({ title, data: picture.toString('base64') });
  }

  async finish(name: string): Promise<void> {
    const sheet = await this.#page.context().newPage();
    await sheet.setViewportSize({ width: WIDTH * COLUMNS, height: 900 });
    for (let first = 0; first < this.#pictures.length; first += PICTURES) {
      const figures = this.#pictures
        .slice(first, first + PICTURES)
        .map(
          ({ title, data }) =>
            `<figure style="margin:0;width:${WIDTH}px"><figcaption>${title}</figcaption><img width="${WIDTH - 8}" src="data:image/png;base64,${data}"></figure>`,
        );
      await sheet.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;font:14px sans-serif">${figures.join('')}</body>`);
      await sheet.screenshot({ path: join(this.#folder, `sheet ${name} ${1 + first / PICTURES}.png`), fullPage: true });
    }
    await sheet.close();
  }
}
