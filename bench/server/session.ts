import { asObject, asText } from '#domain/json.ts';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/** A bearer token of a demo account, logged in as the console does it. */
export async function logIn(url: string, username = 'super@demo.example', password = 'Demo1234'): Promise<string> {
  const answer = await fetch(`${url}/api/v2/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: encode(username, password) }),
  });
  const token = asText(asObject(await answer.json()).token);
  if (answer.status !== 201 || token === undefined) throw new Error(`Log-in answered ${answer.status}`);
  return token;
}

/** The encoding that the operation describes: base64url(iv || ciphertext || tag), AES-256-GCM under the username. */
function encode(username: string, password: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(`wan-console:${username}`).digest(), iv);
  return Buffer.concat([iv, cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}
