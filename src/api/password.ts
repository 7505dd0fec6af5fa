import { clientError } from '#api/error.ts';

/**
 * Spec section 5: "password encrypted with the username as key". AES-256-GCM under SHA-256('wan-console:' + username);
 * the answer is base64url(iv(12) || ciphertext || tag). It keeps passwords out of logs by accident; TLS is what protects them.
 */
export async function encodePassword(username: string, password: string): Promise<string> {
  // browsers give WebCrypto to https and localhost only
  if (!globalThis.crypto?.subtle) throw clientError('insecure');
  const bytes = new TextEncoder();
  const digest = await crypto.subtle.digest('SHA-256', bytes.encode(`wan-console:${username.trim()}`));
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes.encode(password));
  return base64url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
