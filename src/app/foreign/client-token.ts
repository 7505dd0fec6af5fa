import { asObject, asText } from '#domain/json.ts';
import { readServer } from '#api/credentials.ts';

/** OAuth2's client credentials: the server of this page asks for the token, because a page may call nobody else. */
export async function clientToken(name: string, id: string, secret: string): Promise<string | undefined> {
  const answer = await fetch('/foreign/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(readServer() === undefined ? {} : { 'x-server': readServer() ?? '' }) },
    body: JSON.stringify({ name, id, secret }),
  }).catch(() => undefined);
  return answer?.ok ? asText(asObject(await answer.json())['token']) : undefined;
}
