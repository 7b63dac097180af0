import { countSiteLabels, isClearUpiHandle, isTopLevel, MAIL_PROVIDERS, UPI_HANDLES } from './domains.ts';
import { joinSpokenSigns, type JoinedToken } from './joined.ts';
import type { ContactKind, ContactSpan } from './span.ts';
import { toTokenText, type Token } from './tokens.ts';

// E-mail addresses, UPI IDs, links, and handles that begin with @.

const isSpace = (token: Token | undefined): boolean => token?.kind === 'space';
const isLabel = (token: Token | undefined): boolean => token?.kind === 'word' || token?.kind === 'digits';
const INNER = new Set(['-', '_']);
const LOCAL_MARKS = new Set(['.', '_', '%', '+', '-']);
const MONEY_AND_NUMBERS = new Set('rs inr rupees ₹ rate'.split(' '));
/** Behind an @ that says where or for how much. */
const PLACES = new Set(
  `home site office shop school work location house place your my our the just only least most each per sqft rate time
  all everyone team here channel door doorstep spot venue factory flat once night day rs inr`.split(/\s+/),
);

interface Chain {
  labels: string[];
  raw: string[];
  /** Exclusive index after each label. */
  ends: number[];
  isSpoken: boolean;
}

/** Labels joined by dots: "mail.example". */
function readChain(tokens: readonly JoinedToken[], index: number): Chain {
  const chain: Chain = { labels: [], raw: [], ends: [], isSpoken: false };
  let at = index;
  while (isLabel(tokens[at])) {
    let raw = '';
    while (isLabel(tokens[at]) || (INNER.has(tokens[at]?.text ?? '') && isLabel(tokens[at + 1]))) {
      raw += tokens[at]?.raw ?? '';
      at += 1;
    }
    chain.labels.push(raw.toLowerCase());
    chain.raw.push(raw);
    chain.ends.push(at);
    const dot = tokens[at];
    if (dot?.text !== '.' || !isLabel(tokens[at + 1])) break;
    if (dot.isSpoken) chain.isSpoken = true;
    at += 1;
  }
  return chain;
}

/** The first token of what stands before an @. */
function findLocalStart(tokens: readonly JoinedToken[], at: number): number {
  let start = at;
  while (isLabel(tokens[start - 1]) || LOCAL_MARKS.has(tokens[start - 1]?.text ?? '')) start -= 1;
  while (start < at && !isLabel(tokens[start])) start += 1;
  return start;
}

const TRAILING = /[.,;:!?)\]}'"”’»।|>…]/u;

/** Everything up to a space, without the punctuation at its end. */
function findLinkEnd(tokens: readonly JoinedToken[], index: number): number {
  let end = index;
  while (end < tokens.length && !isSpace(tokens[end]) && tokens[end]?.text !== '•') end += 1;
  while (end > index && TRAILING.test(tokens[end - 1]?.text ?? '')) end -= 1;
  return end;
}

interface Found {
  first: number;
  end: number;
  kind: ContactKind;
}

/** At an @ or "at". */
function readMail(tokens: readonly JoinedToken[], at: number): Found | null {
  const sign = tokens[at];
  if (sign?.text !== '@' && !(sign?.text === 'at' && isSpace(tokens[at - 1]) && isSpace(tokens[at + 1])))
    return null;
  const isSpaced = isSpace(tokens[at - 1]) || isSpace(tokens[at + 1]);
  const first = findLocalStart(tokens, isSpace(tokens[at - 1]) ? at - 1 : at);
  const next = isSpace(tokens[at + 1]) ? at + 2 : at + 1;
  const hasLocal = first < (isSpace(tokens[at - 1]) ? at - 1 : at);
  if (!hasLocal || !isLabel(tokens[next])) return null;
  const chain = readChain(tokens, next);
  const [name = ''] = chain.labels;
  const isPlainAt = sign.text === 'at';
  const mailLabels = countMailLabels(chain);
  const isProvider = MAIL_PROVIDERS.has(name);
  if (isPlainAt ? mailLabels > 0 && (chain.isSpoken || isProvider) : mailLabels > 0)
    return { first, end: chain.ends[mailLabels - 1] ?? next, kind: 'mail' };
  const firstEnd = chain.ends[0] ?? next;
  if (isProvider) return { first, end: skipBareEnding(tokens, firstEnd), kind: 'mail' };
  if (isPlainAt) return isClearUpiHandle(name) ? { first, end: firstEnd, kind: 'upi' } : null;
  if (UPI_HANDLES.has(name)) return { first, end: firstEnd, kind: 'upi' };
  if (isSpaced || sign.isSpoken || !isUnknownHandle(tokens, first, at, name)) return null;
  return { first, end: firstEnd, kind: 'upi' };
}

/** "gmail com", "gmail kom". */
function skipBareEnding(tokens: readonly JoinedToken[], end: number): number {
  return isSpace(tokens[end]) && /^(?:com|kom|कॉम)$/.test(tokens[end + 1]?.text ?? '') ? end + 2 : end;
}

function countMailLabels({ labels }: Chain): number {
  for (let count = labels.length; count >= 2; count -= 1)
    if (isTopLevel(labels[count - 1] ?? '')) return count;
  return 0;
}

/** A word, an @ and a word without spaces. An amount or a place behind the @ is neither. */
function isUnknownHandle(tokens: readonly JoinedToken[], first: number, at: number, name: string): boolean {
  if (!/^\p{L}/u.test(name) || MONEY_AND_NUMBERS.has(name) || PLACES.has(name)) return false;
  return tokens.slice(first, at).some(isLabel) && name.length >= 2;
}

/** "@rohan_works" at the beginning of a word, and "@ rohan_works". */
function readAtHandle(tokens: readonly JoinedToken[], at: number): Found | null {
  if (tokens[at]?.text !== '@' || tokens[at]?.isSpoken || isLabel(tokens[at - 1])) return null;
  const first = isSpace(tokens[at + 1]) ? at + 2 : at + 1;
  let end = first;
  while (
    isLabel(tokens[end]) ||
    (/^[._]$/.test(tokens[end]?.text ?? '') && isLabel(tokens[end + 1])) ||
    tokens[end]?.text === '_'
  )
    end += 1;
  const name = tokens
    .slice(first, end)
    .map(({ text }) => text)
    .join('');
  if (first === at + 2 && !/[_\d]/.test(name)) return null;
  if (name.length < 3 || !/^[\p{L}_]/u.test(name) || PLACES.has(name) || MONEY_AND_NUMBERS.has(name))
    return null;
  return { first: at, end, kind: 'handle' };
}

const SITE_WORDS = new Set(
  `visit website site link see check open portfolio url web webpage homepage browse google domain
  वेबसाइट लिंक साइट வலைத்தளம் இணையதளம் వెబ్‌సైట్ ওয়েবসাইট ವೆಬ್‌ಸೈಟ್ വെബ്സൈറ്റ്`
    .split(/\s+/)
    .map(toTokenText),
);

/** Directly before a site that has an end of its own. */
const BEFORE_SITE = new Set('at on via'.split(' '));

function hasSiteWord(tokens: readonly JoinedToken[], index: number): boolean {
  if (isSpace(tokens[index - 1]) && BEFORE_SITE.has(tokens[index - 2]?.text ?? '')) return true;
  let words = 0;
  for (let at = index - 1; at >= Math.max(0, index - 8) && words < 3; at -= 1) {
    if (tokens[at]?.kind !== 'word') continue;
    words += 1;
    if (SITE_WORDS.has(tokens[at]?.text ?? '')) return true;
  }
  return false;
}

const NO_LOCAL = new Set(
  'on at use my via by the to in a an like with from and or is us me your our open'.split(' '),
);

/** What stands before "gmail.com" without an @: "rohan gmail.com", "rohan#gmail.com". */
function findBareLocal(tokens: readonly JoinedToken[], index: number): number {
  const sign = tokens[index - 1];
  if (!sign || isLabel(sign) || /^[.,;:!?।•]$/.test(sign.text)) return index;
  if (!isLabel(tokens[index - 2]) || NO_LOCAL.has(tokens[index - 2]?.text ?? '')) return index;
  return findLocalStart(tokens, index - 1);
}

/** At the first label of a chain, or at http. */
function readLink(tokens: readonly JoinedToken[], index: number): { link: Found | null; next: number } {
  if (!isLabel(tokens[index])) return { link: null, next: index + 1 };
  if (tokens[index + 1]?.text === ':' && tokens[index + 2]?.text === '/' && tokens[index + 3]?.text === '/') {
    const end = findLinkEnd(tokens, index);
    return { link: { first: index, end, kind: 'link' }, next: end };
  }
  if (tokens[index + 1]?.kind === 'space') return { link: null, next: index + 1 };
  const chain = readChain(tokens, index);
  const lastEnd = chain.ends.at(-1) ?? index + 1;
  if (chain.labels.length < 2) return { link: null, next: lastEnd };
  const isWww = chain.labels[0] === 'www';
  const hasPath = tokens[lastEnd]?.text === '/' && isLabel(tokens[lastEnd + 1]);
  const hasSign = isWww || hasPath || hasSiteWord(tokens, index);
  const count =
    countSiteLabels(chain, hasSign) || (isWww && chain.labels.length > 2 ? chain.labels.length : 0);
  if (count === 0) return { link: null, next: lastEnd };
  const end = chain.ends[count - 1] ?? lastEnd;
  // The rest of the chain is not read again, so that the time does not grow with its square.
  if (MAIL_PROVIDERS.has(chain.labels[0] ?? ''))
    return { link: { first: findBareLocal(tokens, index), end, kind: 'mail' }, next: lastEnd };
  const goesOn = /^[/?#:]$/.test(tokens[end]?.text ?? '') && !isSpace(tokens[end + 1]);
  const linkEnd = goesOn ? findLinkEnd(tokens, end) : end;
  return { link: { first: index, end: linkEnd, kind: 'link' }, next: Math.max(linkEnd, lastEnd) };
}

export function findAddresses(original: readonly Token[]): ContactSpan[] {
  const tokens = joinSpokenSigns(original);
  const found: Found[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const address = readMail(tokens, index) ?? readAtHandle(tokens, index);
    if (address) found.push(address);
  }
  for (let index = 0; index < tokens.length;) {
    const { link, next } = readLink(tokens, index);
    if (link) found.push(link);
    index = Math.max(index + 1, next);
  }
  return found.flatMap(({ first, end, kind }): ContactSpan[] => {
    const [start, last] = [tokens[first], tokens[end - 1]];
    return start && last ? [{ start: start.start, end: last.end, kind }] : [];
  });
}
