import { expectTypeOf, test } from 'vitest';

import type { HandledId } from '#generated/server/handlers.ts';
import type { AllHandlers, AnswerOf, Call, CallOf, Handlers, Read } from '#server/kernel/handler.ts';

/** A handler of each operation that needs one. */
type Whole = { readonly [Id in HandledId]: Read<CallOf<Id>> };
type Lacking = Omit<Whole, 'runBulk'>;
type Misnamed = Whole & { runBulks: Read };
type Answering<Body> = { getCaptcha: Read<Call, Body> };

test('an operation without a handler is a type error, and so is a handler without an operation', () => {
  expectTypeOf<Whole>().toExtend<AllHandlers<Whole>>();
  expectTypeOf<Lacking>().not.toExtend<AllHandlers<Lacking>>();
  expectTypeOf<Misnamed>().not.toExtend<AllHandlers<Misnamed>>();
});

test('what a stored resource answers by itself needs none', () => {
  expectTypeOf<'listTags' | 'createTag' | 'listSites'>().not.toExtend<HandledId>();
  expectTypeOf<'getCaptcha' | 'runBulk' | 'replaceDevice'>().toExtend<HandledId>();
});

test('a handler answers what its operation says', () => {
  expectTypeOf<Answering<AnswerOf<'getCaptcha'>>>().toExtend<Handlers>();
  expectTypeOf<Answering<{ id: number }>>().not.toExtend<Handlers>();
});
