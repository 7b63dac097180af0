/**
 * One spelling for comparing: lower case, no accents, single spaces. Only Latin accents go: in Indian
 * scripts the combining marks are the vowels.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
