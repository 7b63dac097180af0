import type { ContactSpan } from './span.ts';
import { toTokenText, type Token } from './tokens.ts';

// Names on other services, behind the name of the service: "insta: rohan_works", "telegram id rohanj".

const toSet = (words: string) => new Set(words.trim().split(/\s+/).map(toTokenText));
const SERVICES = toSet(`
  insta instagram ig telegram tg snapchat snap facebook fb messenger twitter linkedin youtube skype discord signal threads
  gmail paytm gpay phonepe upi sharechat imo botim wechat viber justdial
  इंस्टा इंस्टाग्राम इन्स्टा टेलीग्राम फेसबुक फ़ेसबुक यूट्यूब स्नैपचैट जीमेल இன்ஸ்டா இன்ஸ்டாகிராம் டெலிகிராம் பேஸ்புக்
  ఇన్‌స్టా ఇన్స్టా ఇన్‌స్టాగ్రామ్ టెలిగ్రామ్ ఫేస్‌బుక్ ইনস্টা ইনস্টাগ্রাম টেলিগ্রাম ফেসবুক
  ಇನ್‌ಸ್ಟಾ ಇನ್‌ಸ್ಟಾಗ್ರಾಂ ಟೆಲಿಗ್ರಾಂ ಫೇಸ್‌ಬುಕ್ ഇൻസ്റ്റ ഇൻസ്റ്റാഗ്രാം ടെലഗ്രാം ഫേസ്ബുക്ക്`);
/** Between the service and the name. */
const LINKS = toSet(`
  id handle username user name page profile account is as at on par pe pr par me mein my our follow dm ka ki
  search find add message dekho dekh dekhna dekhlo dhoondo khojo karo pannunga
  आईडी आइडी पर है हैं में मेरी मेरा मेरे हमारा नाम पेज आयडी वर ஐடி இல் ఐడి లో আইডি ಐಡಿ ഐഡി`);
/** These announce a name, so that a plain word behind them is one. */
const ANNOUNCING = toSet('id handle username user आईडी आइडी आयडी ஐடி ఐడి আইডি ಐಡಿ ഐഡി');
const MAX_LINKS = 4;
const MIN_NAME = 4;
const COMMON =
  toSet(`and the for with page pages post posts reels ads marketing please only also from your this that have need work
  design designs management account accounts content video videos will must should proof required mandatory details number
  link channel group integration login clone story stories handle profile created growth name verified done`);

const isSpace = (token: Token | undefined): boolean => token?.kind === 'space';
const isNamePart = (token: Token | undefined): boolean =>
  token?.kind === 'digits' || (token?.kind === 'word' && /^[a-z]+$/.test(token.text)) || token?.text === '_';

/** The end of a name that begins here: letters, digits, "_" and dots inside. */
function findNameEnd(tokens: readonly Token[], index: number): number {
  let end = index;
  while (
    isNamePart(tokens[end]) ||
    (end > index && /^[.-]$/.test(tokens[end]?.text ?? '') && isNamePart(tokens[end + 1]))
  )
    end += 1;
  return end;
}

function looksMade(tokens: readonly Token[], announced: boolean): boolean {
  const name = tokens.map(({ text }) => text).join('');
  if (name.length < MIN_NAME || !/[a-z]/.test(name)) return false;
  if (name.includes('_') || /^[a-z]+(?:\.[a-z\d]+)+$/.test(name)) return true;
  // Digits behind letters: rohan22. Digits in front are an amount.
  if (/^[a-z]{3,}\d+$/.test(name)) return true;
  return announced && /^[a-z]+$/.test(name) && !COMMON.has(name);
}

interface Reading {
  at: number;
  /** "word": by a word such as "id"; "sign": by a colon. */
  announced: 'word' | 'sign' | null;
}

/** Skips what stands between the service and a name: one step is a mark, a space or a word of the list. */
function skipLinks(tokens: readonly Token[], index: number): Reading {
  let at = index;
  let words = 0;
  let announced: Reading['announced'] = null;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    if (isSpace(token) || /^[:\-=@/(–—>|]$/.test(token.text)) {
      if (/^[:=@]$/.test(token.text)) announced ??= 'sign';
      if (at - index > 12) break;
      continue;
    }
    if (
      token.kind !== 'word' ||
      !LINKS.has(token.text) ||
      words === MAX_LINKS ||
      tokens[at + 1]?.text === '_'
    )
      break;
    words += 1;
    if (ANNOUNCING.has(token.text)) announced = 'word';
  }
  return { at, announced };
}

const BEFORE_SERVICE = toSet('on pe par pr at in via my पर में');

/** "rohan_works on insta": the tokens of the name, which must look like one. */
function findNameBefore(tokens: readonly Token[], service: number): { at: number; end: number } | null {
  if (!isSpace(tokens[service - 1]) || !BEFORE_SERVICE.has(tokens[service - 2]?.text ?? '')) return null;
  if (!isSpace(tokens[service - 3])) return null;
  const end = service - 3;
  let at = end;
  while (
    isNamePart(tokens[at - 1]) ||
    (/^[.-]$/.test(tokens[at - 1]?.text ?? '') && isNamePart(tokens[at - 2]))
  )
    at -= 1;
  return looksMade(tokens.slice(at, end), false) ? { at, end } : null;
}

function findNameBehind(tokens: readonly Token[], service: number): { at: number; end: number } | null {
  const { at, announced } = skipLinks(tokens, service + 1);
  if (at === service + 1) return null;
  const end = findNameEnd(tokens, at);
  const name = tokens.slice(at, end);
  // Behind a colon, several words or one with a capital are words: "Facebook: Joshi Interiors".
  const isAlone = tokens[end]?.kind !== 'space' || tokens[end + 1]?.kind !== 'word';
  const isName = announced === 'word' || (announced === 'sign' && isAlone && name[0]?.raw === name[0]?.text);
  return looksMade(name, isName) ? { at, end } : null;
}

export function findHandles(tokens: readonly Token[]): ContactSpan[] {
  const spans: ContactSpan[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || !SERVICES.has(token.text)) continue;
    for (const name of [findNameBefore(tokens, index), findNameBehind(tokens, index)]) {
      const [first, last] = name ? [tokens[name.at], tokens[name.end - 1]] : [];
      if (first && last) spans.push({ start: first.start, end: last.end, kind: 'handle' });
    }
  }
  return spans;
}
