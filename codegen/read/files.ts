import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { BuildError } from '../build-error.ts';
import { Remembered, type Memory } from '../remembered.ts';

/** Files as one pass finds them: each read once, and parsed only where its text is another than before. */
export class Files {
  readonly #texts = new Map<string, string>();
  readonly memory: Memory;
  /** Below which they are named. */
  readonly root: string;

  constructor(root: string, memory: Memory) {
    this.root = root;
    this.memory = memory;
  }

  text(path: string): string {
    let text = this.#texts.get(path);
    if (text === undefined) this.#texts.set(path, (text = readFileSync(path, 'utf8')));
    return text;
  }

  /** The same file of another state of the contract, which may stand in another folder, has the same name. */
  named(path: string): string {
    return relative(this.root, path);
  }

  /** What is parsed is shared: nobody may change it. */
  yaml(path: string): unknown {
    const text = this.text(path);
    return parsed.of(this.memory, this.named(path), [text], () => parseYaml(text));
  }

  json(path: string): unknown {
    const text = this.text(path);
    return parsed.of(this.memory, this.named(path), [text], () => parseJson(text, this.named(path)));
  }
}

/** The value, or where the text is wrong. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [, place] = /position (\d+)/.exec(reason) ?? [];
    const line = place === undefined ? text.split('\n').length : text.slice(0, Number(place)).split('\n').length;
    throw new BuildError([
      {
        file,
        line,
        message: `This is not JSON: ${reason.replace(/ \(line.*/, '')}.`,
        remedy: 'Mend the syntax: texts in double quotes, a comma between entries and none after the last.',
      },
    ]);
  }
}

const parsed = new Remembered<unknown>();
