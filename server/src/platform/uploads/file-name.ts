const MAX_LENGTH = 80;

/** A name for display and download: the sender's text without path and extension, plus the true extension. */
export function toFileName(declaredName: string, extension: string): string {
  const last = declaredName.split(/[/\\]/).at(-1) ?? '';
  const words = last
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .trim();
  const shortened = Array.from(words).slice(0, MAX_LENGTH).join('');
  return `${shortened || 'file'}.${extension}`;
}
