import type { Locator, Page } from 'playwright-core';

/**
 * The keystroke-level model (Card, Moran and Newell 1980), in seconds: a key of an average typist, pointing with the mouse,
 * pressing or releasing its button, a hand that changes between mouse and keyboard, a decision.
 */
const SECONDS = { key: 0.2, point: 1.1, button: 0.1, home: 0.4, mind: 1.35 };

export type Stage = { name: string; clicks: number; keys: number; scrolls: number; minds: number; homes: number; waited: number };

/** Somebody with a mouse and a keyboard: what he does is counted, and what it would take him by the model. */
export class Hands {
  readonly stages: Stage[] = [];
  private on: 'mouse' | 'keys' = 'keys';
  private since = 0;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  begin(name: string): void {
    this.stages.push({ name, clicks: 0, keys: 0, scrolls: 0, minds: 0, homes: 0, waited: 0 });
  }

  /** Reads what is there, decides, points and presses. */
  async click(target: Locator): Promise<void> {
    await this.wait(target);
    // out of sight it has to be scrolled to first
    if (!(await inView(target))) this.stage.scrolls += 1;
    this.take('mouse');
    this.stage.minds += 1;
    this.stage.clicks += 1;
    await target.click();
    this.since = Date.now();
  }

  /** Types where the focus is, which must be the field that is meant: nobody clicked into it. */
  async type(field: Locator, text: string): Promise<void> {
    await this.wait(field);
    await until(() => field.evaluate((input) => input === document.activeElement), 'the focus is not on the field');
    this.take('keys');
    this.stage.minds += 1;
    this.stage.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async press(key: 'Tab' | 'Enter'): Promise<void> {
    this.take('keys');
    this.stage.keys += 1;
    await this.page.keyboard.press(key);
    this.since = Date.now();
  }

  /** What is there at last; how long that took since the last click or key is the system's own time. */
  async wait(target: Locator): Promise<void> {
    await target.waitFor();
    if (this.since > 0) this.stage.waited += (Date.now() - this.since) / 1000;
    this.since = 0;
  }

  private get stage(): Stage {
    const last = this.stages.at(-1);
    if (!last) throw new Error('nothing has begun');
    return last;
  }

  private take(next: 'mouse' | 'keys'): void {
    if (this.on !== next) this.stage.homes += 1;
    this.on = next;
  }
}

export function secondsOf({ clicks, keys, scrolls, minds, homes, waited }: Stage): number {
  const { key, point, button, home, mind } = SECONDS;
  // a turn of the wheel: pointing at what is scrolled, and a press
  return keys * key + clicks * (point + 2 * button) + scrolls * (point + button) + homes * home + minds * mind + waited;
}

async function inView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

async function until(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(otherwise);
}
