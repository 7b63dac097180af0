import { areNear, toSearchedText } from './near-words.ts';

// Words of frauds that police and newspapers in India report most: work that costs money first, work that is done by
// moving money, and work that goes on in another app. They are reasons for a person to look, never for a decision.

/** Each is found as whole words, in any order of the two parts and close to one another. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  // Pay before work: fees, deposits, kits.
  [
    /\b(?:registration|joining|security|refundable|processing|verification|training|id ?card|uniform|laptop)\b/gu,
    /\b(?:fees?|deposit|charges?|kit|amount|payment)\b/gu,
  ],
  [
    /(?:रजिस्ट्रेशन|पंजीकरण|जॉइनिंग|ज्वाइनिंग|सिक्योरिटी|ट्रेनिंग|प्रोसेसिंग)/gu,
    /(?:फीस|फ़ीस|शुल्क|डिपॉज़िट|डिपॉजिट|चार्ज|किट|जमा)/gu,
  ],
  // Tasks for money.
  [
    /\b(?:like|subscribe|rate|review|rating)s?\b/gu,
    /\b(?:youtube|videos?|hotels?|products?|channels?|google maps?)\b/gu,
  ],
  [/\b(?:telegram|whatsapp|टेलीग्राम|व्हाट्सएप)\b/gu, /\b(?:tasks?|group|channel|join|contact|hr)\b/gu],
  [/\b(?:gift|amazon|google play)\b/gu, /\b(?:cards?|vouchers?)\b/gu],
  [/\b(?:bank account|upi|qr code|atm card|sim cards?)\b/gu, /\b(?:rent|commission|on lease|scan|otp)\b/gu],
  [/\b(?:crypto|usdt|bitcoin|trading|forex)\b/gu, /\b(?:profit|returns?|invest\w*|double|daily)\b/gu],
  [
    /\b(?:data entry|copy paste|typing|form filling|envelope)\b/gu,
    /\b(?:\d{2,3},?\d{3}|daily (?:income|payment)|no investment|guaranteed)\b/gu,
  ],
];

/** Whether a text has the words of a known fraud. */
export const looksLikeFraud = (texts: readonly string[]): boolean => {
  const text = toSearchedText(texts.join('\n'));
  return PAIRS.some((pair) => areNear(text, pair));
};
