import unhomoglyph from 'unhomoglyph';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { findContactData } from './contact-filter/index.ts';

// What nobody may be called: contact data, and what looks like FWS or like one of its badges.

/** Words that FWS uses of itself and of its badges. No name of a person has them. */
const OWN_WORDS = `verified official officially admin administrator moderator support helpdesk helpline customercare
  वेरिफाइड वेरिफ़ाइड वेरीफाइड सत्यापित आधिकारिक एडमिन सपोर्ट हेल्पलाइन`;
/** Words that make our initials ours. */
const COMPANIONS = 'team desk care help pay payment payments escrow office staff india app टीम केयर हेल्प';
const OWN_NAME = 'fws';
const OWN_NAME_IN_HINDI = ['एफडब्ल्यूएस', 'एफडब्लूएस'];

/** Marks on Latin, Greek and Cyrillic letters alone: in Indian scripts they are vowels. */
const ACCENT = /[\u0300-\u036f]/gu;
const NOT_IN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;
/** Pictures, ticks, stars, shields. No script writes names with them, but Assamese shortens titles with °. */
const SYMBOL = /(?!°)[\p{So}\p{Extended_Pictographic}\u20dd-\u20e0\u20e2-\u20e4]/u;

/**
 * Texts that look alike have the same skeleton (UTS 39). Case is folded between two passes: some letters look like a
 * capital, others like a small letter.
 */
const getSkeleton = (text: string): string =>
  unhomoglyph(unhomoglyph(text.normalize('NFKC')).toLowerCase())
    .normalize('NFKD')
    .replace(ACCENT, '');

const toWords = (text: string): string[] => text.split(NOT_IN_WORDS).filter((word) => word !== '');
const listSkeletons = (words: readonly string[]): string[] => words.map(getSkeleton);

const ownWords = new Set(listSkeletons(toWords(OWN_WORDS)));
const companions = new Set(listSkeletons(toWords(COMPANIONS)));
const ownNames = listSkeletons([OWN_NAME, ...OWN_NAME_IN_HINDI]);
const hasOwnName = (text: string): boolean => ownNames.some((name) => text.includes(name));

/** Somebody may have our initials: "F. W. S. Perera". Nobody is "F.W.S. Team". */
const looksLikeUs = (words: readonly string[]): boolean => {
  const spelt = words.filter((word) => !ownWords.has(word) && !companions.has(word)).join('');
  return words.some(hasOwnName) || ownNames.includes(spelt);
};

/** "J.R.D.Tata" would be a site, as .tata is a top-level domain. */
const INITIALS = /(?<![\p{L}\p{M}\p{N}.@/])(?:\p{L}\p{M}*\.)+(?=\p{L})/gu;
const spaceInitials = (name: string): string =>
  name.includes('/') ? name : name.replace(INITIALS, (initials) => initials.replaceAll('.', '. '));

const hasContactData = (name: string): boolean => findContactData(spaceInitials(name)).length > 0;

/** Why nobody can have this name; null when it is allowed. The caller has removed what cannot be seen. */
export function findNameFault(firstName: string, lastName: string): SharedMessageId | null {
  const name = `${firstName} ${lastName}`.trim();
  if (hasContactData(name)) return 'identity.name_contact';
  if (SYMBOL.test(name)) return 'identity.name_symbol';
  const words = toWords(getSkeleton(name));
  return words.some((word) => ownWords.has(word)) || looksLikeUs(words) ? 'identity.name_of_fws' : null;
}

/** The same for a company. Companies may offer support, and use signs. */
export function findCompanyNameFault(name: string): SharedMessageId | null {
  if (hasContactData(name)) return 'identity.name_contact';
  return looksLikeUs(toWords(getSkeleton(name))) ? 'identity.name_of_fws' : null;
}

/** Refuses at the field that is at fault. */
export function checkPersonName({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): Outcome<null> {
  const fault = findNameFault(firstName, lastName);
  if (fault === null) return done(null);
  const isInLast = lastName !== '' && findNameFault(firstName, '') === null;
  return refuseField(isInLast ? 'lastName' : 'firstName', fault);
}

export function checkCompanyName(companyName: string): Outcome<null> {
  const fault = findCompanyNameFault(companyName);
  return fault === null ? done(null) : refuseField('companyName', fault);
}

/** Whether two names are written with the same words, in any order. */
export const hasSameWords = (left: string, right: string): boolean =>
  getSortedWords(left) === getSortedWords(right);
const getSortedWords = (name: string): string =>
  toWords(name.normalize('NFC').toLowerCase()).toSorted().join(' ');
