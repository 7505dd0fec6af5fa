/** Why a file is no table: a key of the sentences. */
export type Refusal = 'notText' | 'broken' | 'tooLarge' | 'encrypted' | 'tooMany' | 'tooSlow';

/** Thrown for what is no table, or one that is made to fill the memory. */
export class RefusedFile extends Error {
  readonly code: Refusal;

  constructor(code: Refusal) {
    super(`The file is refused: ${code}`);
    this.code = code;
  }
}
