/**
 * Normalizes text for comparison: lower case, no accents, no joiners, single spaces. Removes Latin accents only: in Indian scripts
 * the combining marks are the vowels.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200c\u200d]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
