/** Names joined by single slashes, none starting with a dot, so that no key can leave a folder. */
const KEY = /^[\w-][\w.-]{0,127}(?:\/[\w-][\w.-]{0,127}){0,7}$/;

export const isKey = (key: string): boolean => KEY.test(key);

export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error('This file key was not made by us');
}
