import { asObject } from '#domain/json.ts';
import { passwordsOf } from '#server/features/account/password.ts';
import { passwordProblem } from '#domain/password.ts';
import { passwordRequired, validationFailed } from '#generated/problems.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';

/** Puts the hash of a body's password in its place; absent means unchanged, weak is refused. */
export async function hashPassword(call: Call): Promise<void> {
  const body = asObject(call.body);
  const { password } = body;
  if (typeof password !== 'string') return;
  const weak = passwordProblem(password);
  if (weak) throw new ProblemError(validationFailed({ count: 1 }), { errors: [{ pointer: '/password', ...weak }] });
  // of a dry run nothing is kept: no reason to work for it
  const dryRun = call.query.dryRun === true;
  call.body = { ...body, password: dryRun ? 'none' : await passwordsOf(call.services).hash(password, call.principal?.username) };
}

/** A new account needs a password. */
export function requirePassword(call: Call): void {
  if (call.served.operation.kind !== 'create' || asObject(call.body).password !== undefined) return;
  throw new ProblemError(passwordRequired(), { errors: [{ pointer: '/password', code: 'password.required' }] });
}
