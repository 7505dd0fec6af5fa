import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Foreign, Scheme, ServerEntry } from '#api/config.ts';
import { type Credential, keepCredentials, keepServer, setHeader } from '#api/credentials.ts';
import { errorMessage } from '#api/error.ts';
import { ThemeSwitch } from '#app/base/theme-switch.tsx';
import { LoginInput } from '#app/login/login-input.tsx';
import { Submit } from '#app/login/submit.tsx';
import { clientToken } from './client-token.ts';
import { RichText } from '#resource/rich-text.tsx';
import '#app/login/login.css';

/** The log-in that the document describes: one of its ways, each with the schemes that it needs together. */
export function SchemeLogin({ foreign: { title, ways, servers = [] }, onDone }: { foreign: Foreign; onDone: () => void }): ReactNode {
  const { t } = useTranslation('shell');
  const [chosen, setChosen] = useState(0);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    document.title = `${t('login.title')} · ${title}`;
  }, [t, title]);
  const [server, setServer] = useState(0);
  const way = ways[chosen] ?? [];
  const variables = servers[server]?.variables ?? [];
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string): string => {
      const value = values.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    if (way.some((scheme) => fieldsOf(scheme).some(({ part }) => text(`${scheme.name} ${part}`) === '')))
      return setTrouble(t('scheme.needed'));
    if (variables.some(({ name }) => text(`server ${name}`) === '')) return setTrouble(t('scheme.needed'));
    const chosenValues = new URLSearchParams(variables.map(({ name }) => [name, text(`server ${name}`)]));
    if (servers.length > 0) keepServer(`${server};${chosenValues.toString()}`);
    setBusy(true);
    const found = await Promise.all(way.map((scheme) => credentialOf(scheme, (part) => text(`${scheme.name} ${part}`))));
    setBusy(false);
    if (found.some((each) => each === undefined)) return setTrouble(t('scheme.refused'));
    const credentials = found.filter((each) => each !== undefined);
    try {
      for (const { in: place, name, value } of credentials) if (place === 'header') setHeader(new Headers(), name, value);
    } catch (error) {
      return setTrouble(errorMessage(error));
    }
    keepCredentials(credentials);
    onDone();
  };
  return (
    <div className="login">
      <div className="login-work">
        <header className="login-tools">
          <ThemeSwitch />
        </header>
        <main className="login-main">
          <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
            <h1>{title}</h1>
            {servers.length > 1 && (
              <label className="login-field">
                <span>{t('scheme.server')}</span>
                <select className="input" name="server" value={server} onChange={({ target }) => setServer(Number(target.value))}>
                  {servers.map(({ url, description }, index) => (
                    <option key={url} value={index}>
                      {description === undefined ? url : `${description} (${url})`}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {variables.map((variable) => (
              <ServerVariable key={`${server} ${variable.name}`} {...variable} />
            ))}
            {ways.length > 1 && (
              <label className="login-field">
                <span>{t('scheme.way')}</span>
                <select className="input" name="way" value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
                  {ways.map((each, index) => (
                    <option key={nameOf(each)} value={index}>
                      {nameOf(each)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {way.map((scheme) => (
              <fieldset key={scheme.name} className="login-scheme">
                <legend className={way.length === 1 && ways.length > 1 ? 'visually-hidden' : undefined}>{scheme.name}</legend>
                {scheme.help !== undefined && (
                  <div className="login-note">
                    <RichText text={scheme.help} />
                  </div>
                )}
                {fieldsOf(scheme).map(({ part, secret }) => (
                  <LoginInput
                    key={part}
                    label={part === 'key' ? (scheme.key ?? scheme.name) : t(`scheme.${part}`)}
                    name={`${scheme.name} ${part}`}
                    type={secret ? 'password' : 'text'}
                    autoComplete="off"
                    spellCheck={false}
                  />
                ))}
              </fieldset>
            ))}
            <p id="login-trouble" className="login-trouble" role="alert">
              {trouble}
            </p>
            <Submit busy={busy} label={t('login.submit')} busyLabel={t('login.busy')} />
          </form>
        </main>
      </div>
    </div>
  );
}

/** A part of the server's address: one of its values, or any. */
function ServerVariable({ name, default: value, values, description }: ServerEntry['variables'][number]): ReactNode {
  if (!values)
    return (
      <LoginInput
        label={description ?? name}
        name={`server ${name}`}
        type="text"
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
      />
    );
  return (
    <label className="login-field">
      <span>{description ?? name}</span>
      <select className="input" name={`server ${name}`} defaultValue={value}>
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

type Part = 'username' | 'password' | 'token' | 'key' | 'client' | 'secret';

function fieldsOf({ kind }: Scheme): { part: Part; secret: boolean }[] {
  if (kind === 'basic')
    return [
      { part: 'username', secret: false },
      { part: 'password', secret: true },
    ];
  if (kind === 'client')
    return [
      { part: 'client', secret: false },
      { part: 'secret', secret: true },
    ];
  return [{ part: kind === 'key' ? 'key' : 'token', secret: true }];
}

/** Undefined where the backend gives no token for it. */
async function credentialOf(scheme: Scheme, text: (part: Part) => string): Promise<Credential | undefined> {
  const authorization = (value: string): Credential => ({ in: 'header', name: 'authorization', value });
  if (scheme.kind === 'key') return { in: scheme.in ?? 'header', name: scheme.key ?? '', value: text('key') };
  if (scheme.kind === 'bearer') return authorization(`Bearer ${text('token')}`);
  if (scheme.kind === 'basic') return authorization(`Basic ${base64(`${text('username')}:${text('password')}`)}`);
  return clientToken({ name: scheme.name, id: text('client'), secret: text('secret') });
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''));
}

function nameOf(way: readonly Scheme[]): string {
  return way.map(({ name }) => name).join(' + ');
}
