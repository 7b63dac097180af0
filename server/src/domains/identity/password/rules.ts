import { dictionary } from '@zxcvbn-ts/language-common';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';

/** Attackers try these first. The list is sorted, the most used password first. */
const COMMON_PASSWORDS = dictionary['passwords-common'];
const commonPasswords = new Set(COMMON_PASSWORDS);
/** "welcome" is so common that "Welcome@2026" is no better. */
const commonStems = new Set(COMMON_PASSWORDS.slice(0, 3000).filter((password) => password.length >= 4));

/** What is known about a user, which an attacker tries first. */
export interface PasswordOwner {
  firstName: string;
  lastName: string;
  email: string;
  /** E.164. */
  mobile: string;
  companyName: string;
}

const SHORTEST_WORD = 3;
/** With fewer letters and digits besides personal data, a password is only that data with a suffix. */
const OWN_CHARACTERS = 5;

const toLettersAndDigits = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

function listPersonalWords({ firstName, lastName, email, mobile, companyName }: PasswordOwner): string[] {
  const nationalNumber = mobile.slice(-10);
  const texts = [`${firstName} ${lastName}`, companyName, ...email.split('@'), 'fws'].flatMap((text) =>
    text.split(/[^\p{L}\p{M}\p{N}]+/u),
  );
  return [
    ...texts.map(toLettersAndDigits),
    nationalNumber,
    nationalNumber.slice(0, 5),
    nationalNumber.slice(5),
  ]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length);
}

/** Whether a password, or its stem, is used so often that it is among the first guesses. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return commonPasswords.has(lower) || commonStems.has(lower.replace(/[^\p{L}]+$/u, ''));
}

/** Why a password with valid characters is refused; null when it may be used. */
export function findPasswordFault(password: string, owner: PasswordOwner): SharedMessageId | null {
  if (isCommonPassword(password)) return 'identity.password_common';
  const words = listPersonalWords(owner);
  const plain = toLettersAndDigits(password);
  const remainder = words.reduce((text, word) => text.replaceAll(word, ''), plain);
  if (remainder !== plain && remainder.length < OWN_CHARACTERS) return 'identity.password_personal';
  return null;
}

export function checkPassword(password: string, owner: PasswordOwner): Outcome<null> {
  const fault = findPasswordFault(password, owner);
  return fault === null ? done(null) : refuseField('password', fault);
}
