import { deflateRawSync } from 'node:zlib';

/** 32 hexadecimal digits at random have more than this by both measures. */
const CHARACTER_BITS_MIN = 90;
const COMPRESSED_BITS_MIN = 200;

/**
 * Whether a secret may have been drawn at random. 36 times "a" and a repeated word are long enough and guessed at once. It
 * knows no words and keyboards, so it refuses what is wrong for sure.
 */
export function looksRandom(secret: string): boolean {
  const compressedBits = deflateRawSync(secret, { level: 9 }).length * 8;
  return countCharacterBits(secret) >= CHARACTER_BITS_MIN && compressedBits >= COMPRESSED_BITS_MIN;
}

/** What somebody has to guess who knows how often each character occurs (Shannon). */
function countCharacterBits(secret: string): number {
  const counts = new Map<string, number>();
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / secret.length), 0);
}

export const TOO_SIMPLE =
  'is too easy to guess: it must be random, such as the answer of "openssl rand -base64 32"';
