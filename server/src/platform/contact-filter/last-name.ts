import { HIDDEN } from '@fws/contract/platform/contact-data';

const WORD = /[\p{L}\p{M}]+/gu;

/** The text without this person's last name, as a whole word. An initial is no secret. */
export function hideLastName(text: string, lastName: string): string {
  const names = new Set((lastName.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 2));
  return text.replace(WORD, (word) => (names.has(word.toLowerCase()) ? HIDDEN : word));
}
