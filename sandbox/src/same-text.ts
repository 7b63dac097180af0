import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes the same time whether the texts differ or not. */
export function isSameText(given: string, expected: string): boolean {
  return timingSafeEqual(hashText(given), hashText(expected));
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
