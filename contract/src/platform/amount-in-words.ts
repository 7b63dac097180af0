/** Amounts in words as on a cheque, with Indian units: thousand, lakh, crore. */
import type { Locale } from './messages.ts';

type Words = {
  to99: readonly string[];
  hundred: string;
  thousand: string;
  lakh: string;
  crore: string;
  rupee: string;
  rupees: string;
  paisa: string;
  paise: string;
  and: string;
};

const TO_19 =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ENGLISH_TO_99 = [
  ...TO_19,
  ...TENS.flatMap((ten) => [ten, ...TO_19.slice(1, 10).map((unit) => `${ten}-${unit}`)]),
];

/** Hindi has a word of its own for each number up to a hundred. */
const HINDI_TO_99 = `शून्य एक दो तीन चार पाँच छह सात आठ नौ
दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस
तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी
अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी
नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`.split(/[ \n]/);

const WORDS: Record<Locale, Words> = {
  en: {
    to99: ENGLISH_TO_99,
    hundred: 'hundred',
    thousand: 'thousand',
    lakh: 'lakh',
    crore: 'crore',
    rupee: 'rupee',
    rupees: 'rupees',
    paisa: 'paisa',
    paise: 'paise',
    and: 'and',
  },
  hi: {
    to99: HINDI_TO_99,
    hundred: 'सौ',
    thousand: 'हज़ार',
    lakh: 'लाख',
    crore: 'करोड़',
    rupee: 'रुपया',
    rupees: 'रुपये',
    paisa: 'पैसा',
    paise: 'पैसे',
    and: 'और',
  },
};

/** 1_25_000_50 → "One lakh twenty-five thousand rupees and fifty paise" */
export function formatAmountInWords(amountPaise: number, locale: Locale): string {
  if (!Number.isSafeInteger(amountPaise) || amountPaise < 0)
    throw new RangeError(`not an amount: ${amountPaise}`);
  const words = WORDS[locale];
  const rupees = Math.floor(amountPaise / 100);
  const paise = amountPaise % 100;
  const parts: string[] = [];
  if (rupees > 0 || paise === 0)
    parts.push(spellNumber(rupees, words), rupees === 1 ? words.rupee : words.rupees);
  if (rupees > 0 && paise > 0) parts.push(words.and);
  if (paise > 0) parts.push(spellNumber(paise, words), paise === 1 ? words.paisa : words.paise);
  const text = parts.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function spellNumber(number: number, words: Words): string {
  const units: readonly [number, string][] = [
    [1_00_00_000, words.crore],
    [1_00_000, words.lakh],
    [1_000, words.thousand],
    [100, words.hundred],
  ];
  const unit = units.find(([size]) => number >= size);
  if (!unit) return `${words.to99[number]}`;
  const [size, name] = unit;
  const remainder = number % size;
  return [
    spellNumber(Math.floor(number / size), words),
    name,
    ...(remainder > 0 ? [spellNumber(remainder, words)] : []),
  ].join(' ');
}
