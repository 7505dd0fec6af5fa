import type { operations } from '#generated/client/types.ts';
import type { OperationId, Operations } from '#generated/server/handlers.ts';

/*
 * Two readers of one contract have to understand the same: what openapi-typescript makes of every operation is held to what
 * the server is typed by (`codegen/emit/server`, which folds conditions and branches that openapi-typescript leaves out).
 * There is nothing to run: where they differ and it does not stand here with its reason, or stands here and they no longer
 * differ, the type check fails and names the operation.
 */

/** An answer of ours lacks what openapi-typescript promises. */
type AnswersKnown =
  // `acknowledged` is worked out and has a default: to openapi-typescript a default is there, to us only where it is stored
  | 'listAlerts'
  | 'getAlert'
  | 'acknowledgeAlert'
  | 'resolveAlert'
  | 'muteAlert'
  | 'unmuteAlert'
  // one of several shapes is folded into one, so that no handler has to tell them apart
  | 'listEvents';

/** What openapi-typescript lets through does not fit the body that a handler is given. */
type BodiesKnown =
  // "required" alone in a part of allOf is lost on openapi-typescript
  | 'createUser'
  // any value is JSON to us and unknown to openapi-typescript
  | 'runBulk'
  | 'exportRows'
  | 'putPreference';

type Content<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Success = 200 | 201 | 202;
type Answer<Id extends OperationId> = Content<operations[Id]['responses'][Success & keyof operations[Id]['responses']]>;
type Body<Id extends OperationId> = operations[Id] extends { requestBody?: infer Sent } ? Content<Sent> : never;

/** `never` where both understand the same, or where there is no JSON. */
type Unlike<Id extends OperationId, Given, Wanted> = [Given] extends [never]
  ? never
  : [Wanted] extends [never]
    ? never
    : [Given] extends [Wanted]
      ? never
      : Id;

type Answers = { [Id in OperationId]: Unlike<Id, Operations[Id]['answer'], Answer<Id>> }[OperationId];
type Bodies = { [Id in OperationId]: Unlike<Id, Body<Id>, Operations[Id]['body']> }[OperationId];
/** How many have an answer at all, lest the comparison became one of nothing. */
type Compared = { [Id in OperationId]: [Answer<Id>] extends [never] ? never : Id }[OperationId];

type None<Left extends never> = Left;
export type Checked = [
  None<Exclude<Answers, AnswersKnown>>,
  None<Exclude<AnswersKnown, Answers>>,
  None<Exclude<Bodies, BodiesKnown>>,
  None<Exclude<BodiesKnown, Bodies>>,
  None<Exclude<'listSites' | 'getSite' | 'createSite' | 'listAlerts', Compared>>,
];
