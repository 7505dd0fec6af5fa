import type { ComponentProps, ReactNode } from 'react';

/** What a refused field says of itself. */
export type Described = { 'aria-invalid'?: true; 'aria-describedby'?: string };

/** A labelled field of the log-in page's forms. */
export function LoginInput({ label, ...input }: { label: string } & ComponentProps<'input'>): ReactNode {
  return (
    <label className="login-field">
      <span>{label}</span>
      <input className="input" {...input} />
    </label>
  );
}

/** The account name, as browsers and password stores know it. */
export function UsernameInput(input: { label: string } & ComponentProps<'input'>): ReactNode {
  return <LoginInput name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={128} {...input} />;
}
