// Contact data in texts that people write. Public pages show none: phone numbers, e-mail addresses, UPI IDs, links and
// positions are for those who have agreed on a job.

/** Stands for what was hidden. */
export const HIDDEN = '•••••';

/** In any script. */
const DIGIT = '\\p{Nd}';
/** What people put between the digits of a number. */
const GAP = '[\\s.()_*|\\u200c\\u200d\\u2010-\\u2015-]{0,3}';

const PATTERNS: readonly RegExp[] = [
  /\bhttps?:\/\/\S+/giu,
  // An e-mail address, or a UPI ID, which has no dot behind the @. Also written with "(at)" and "(dot)".
  /[\p{L}\p{N}._%+-]+(?:[@＠]|\s[@＠]\s|\s?(?:\(at\)|\[at\])\s?)[\p{L}\p{N}_-]+(?:(?:\.|\s?(?:\(dot\)|\[dot\])\s?)[\p{L}\p{N}-]+)*/giu,
  /\b[\w.-]+ at [\w-]+ dot \w+\b/giu,
  /(?<![\p{L}\p{N}])[@＠][\p{L}\p{N}_.]{3,}/gu,
  /\b(?:www\.)?(?:[a-z0-9-]+\.)+(?:com|in|org|net|co|io|me|app|link|ly|biz|info|site|shop|example)\b(?:\/\S*)?/giu,
  // A position in degrees, and a plus code.
  /[-+]?\d{1,2}\.\d{3,}\s*[,;/ ]\s*[-+]?\d{1,3}\.\d{3,}/gu,
  /\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/gu,
  // Ten digits or more, however they are grouped; eight in one piece is a number of a landline.
  new RegExp(`\\(?\\+?${DIGIT}(?:${GAP}${DIGIT}){9,14}`, 'gu'),
  new RegExp(`(?<!${DIGIT})${DIGIT}{8,}`, 'gu'),
];

/** Nobody sees these. They hide a number from the patterns, or turn the direction of a text. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;
const KEYCAP = /(\p{Nd})\ufe0f?\u20e3/gu;

/** The text without contact data. */
export const hideContactData = (text: string): string =>
  PATTERNS.reduce(
    (masked, pattern) => masked.replace(pattern, HIDDEN),
    text.replace(INVISIBLE, '').replace(KEYCAP, '$1'),
  );

const WORD = /[\p{L}\p{M}]+/gu;

/** The text without this person's last name, as a whole word. An initial is no secret. */
export function hideLastName(text: string, lastName: string): string {
  const names = new Set((lastName.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 2));
  return text.replace(WORD, (word) => (names.has(word.toLowerCase()) ? HIDDEN : word));
}
