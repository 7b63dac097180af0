// In browsers and on the server alike.

type Bytes = Uint8Array<ArrayBuffer>;

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Null for text that is no base64url, or not the only one for these bytes. */
export function fromBase64Url(text: string): Bytes | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  return toBase64Url(bytes) === text ? bytes : null;
}

export const encodeText = (text: string): Bytes => new TextEncoder().encode(text);
