/** Amounts in words, as on a cheque, in the crore, lakh, thousand system. */
import type { Locale } from './i18n.ts';

const EN_UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const EN_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

// Hindi has its own word for each number below a hundred.
const HI_UNITS = (
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस ' +
  'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस ' +
  'तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस ' +
  'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास ' +
  'पचास इक्यावन बावन तिरेपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ ' +
  'साठ इकसठ बासठ तिरेसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर ' +
  'सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी ' +
  'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी ' +
  'नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'
).split(' ');

type Language = {
  below100: (n: number) => string;
  hundred: string;
  thousand: string;
  lakh: string;
  crore: string;
  rupees: (n: number) => string;
  paise: string;
  and: string;
};

function englishBelow100(n: number): string {
  if (n < 20) return EN_UNITS[n] ?? '';
  const tens = EN_TENS[Math.floor(n / 10)] ?? '';
  return n % 10 === 0 ? tens : `${tens}-${EN_UNITS[n % 10] ?? ''}`;
}

const languages: Record<Locale, Language> = {
  en: {
    below100: englishBelow100,
    hundred: 'hundred',
    thousand: 'thousand',
    lakh: 'lakh',
    crore: 'crore',
    rupees: (n) => (n === 1 ? 'rupee' : 'rupees'),
    paise: 'paise',
    and: 'and',
  },
  hi: {
    below100: (n) => HI_UNITS[n] ?? '',
    hundred: 'सौ',
    thousand: 'हज़ार',
    lakh: 'लाख',
    crore: 'करोड़',
    rupees: (n) => (n === 1 ? 'रुपया' : 'रुपये'),
    paise: 'पैसे',
    and: 'और',
  },
};

function wholeNumber(n: number, language: Language): string {
  if (n === 0) return language.below100(0);
  const parts: string[] = [];
  const crores = Math.floor(n / 10_000_000);
  if (crores > 0) parts.push(`${wholeNumber(crores, language)} ${language.crore}`);
  const lakhs = Math.floor(n / 100_000) % 100;
  if (lakhs > 0) parts.push(`${language.below100(lakhs)} ${language.lakh}`);
  const thousands = Math.floor(n / 1000) % 100;
  if (thousands > 0) parts.push(`${language.below100(thousands)} ${language.thousand}`);
  const hundreds = Math.floor(n / 100) % 10;
  if (hundreds > 0) parts.push(`${language.below100(hundreds)} ${language.hundred}`);
  if (n % 100 > 0) parts.push(language.below100(n % 100));
  return parts.join(' ');
}

/** 12500000 → "One lakh twenty-five thousand rupees" */
export function amountInWords(amountPaise: number, locale: Locale): string {
  const language = languages[locale];
  const rupees = Math.floor(amountPaise / 100);
  const paise = amountPaise % 100;
  const words: string[] = [];
  if (rupees > 0 || paise === 0) words.push(wholeNumber(rupees, language), language.rupees(rupees));
  if (rupees > 0 && paise > 0) words.push(language.and);
  if (paise > 0) words.push(language.below100(paise), language.paise);
  const sentence = words.join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
