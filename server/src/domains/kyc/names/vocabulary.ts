// Words of names, in Latin letters. Spellings that one rule of ./sound-key.ts already treats as equal are not repeated.

/** Each line is one word in spellings that no rule covers, or two forms that people use for one family name. */
export const VARIANTS: readonly (readonly string[])[] = [
  [
    'mahamad',
    'mohammed',
    'mohammad',
    'muhammad',
    'mohamed',
    'mohomed',
    'mukamatu',
    'mohd',
    'md',
    'mohmd',
    'mhd',
  ],
  ['ahamad', 'ahmed', 'ahmad', 'ahamed'],
  ['rahaman', 'rahman', 'rehman'],
  ['sheikh', 'shaik', 'sheik', 'shekh'],
  ['syed', 'sayed', 'sayyad', 'saiyed', 'saiyad'],
  ['hussain', 'hossain', 'hosain', 'hosen'],
  ['yusuf', 'yousuf', 'yousaf', 'yusaf', 'yousef'],
  ['siddiqui', 'siddiqi', 'siddique', 'siddiki'],
  ['chaudhary', 'chowdhury', 'choudhuri', 'chaudhuri', 'chaudhry', 'chowdary', 'choudhury'],
  ['mukherjee', 'mukhopadhyay', 'mukhopadhyaya', 'mukharji', 'mukerjee', 'mookerjee'],
  ['banerjee', 'bandyopadhyay', 'bandopadhyay', 'bandyopadhyaya', 'banarji'],
  ['chatterjee', 'chattopadhyay', 'chattopadhyaya', 'chatarji'],
  ['ganguly', 'gangopadhyay', 'gangopadhyaya', 'ganguli'],
  ['bhattacharya', 'bhattacharjee', 'bhattacharyya', 'bhattacharji'],
  ['narsingh', 'narasimha', 'narasinh'],
  ['bose', 'basu'],
  ['roy', 'ray', 'rai'],
  ['dutta', 'datta', 'dutt'],
  ['mahapatra', 'mohapatra'],
  ['mahanti', 'mohanty'],
  ['barua', 'baruah', 'baruwa', 'borua', 'borooah'],
  ['rao', 'rau', 'ravu', 'row'],
  ['nayak', 'naik'],
  ['naidu', 'nayudu'],
  ['pillai', 'pilla', 'pillay'],
  ['iyer', 'aiyar', 'ayyar'],
  ['iyengar', 'aiyangar', 'ayyangar'],
  ['varghese', 'vargis', 'verghese', 'varughese'],
  ['joseph', 'josaph'],
  ['mathew', 'matthew', 'mathyu'],
  ['lakshmi', 'laxmi', 'luxmi', 'latchumi', 'latchmi', 'lachmi', 'lakshmy'],
  ['vinod', 'vinoth'],
  ['prasad', 'prasath'],
  ['aravind', 'aravinth'],
  ['rathod', 'rathore'],
  ['venkatesvarlu', 'venkateshwarulu'],
];

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** What stands before a name and is no part of it. */
export const HONORIFICS = splitWords(`
  mr mrs ms miss master dr prof adv er capt col maj lt rev pt smt shrimati srimati tmt thiru shri shree sushri janab
  श्रीमती श्री सुश्री डॉ डा
`);
/** The same, unless it is the name itself. */
export const NAMES_OR_HONORIFICS = splitWords('sri sree sh km kum kumari selvi कुमारी');

/** What follows a name as a mark of respect, also grown together with it: Rameshbhai, Kokilaben. */
export const RESPECTFUL_ENDINGS = ['bhai', 'ben', 'behn', 'bhen', 'ji'];

/** Short forms that may also be something else, such as two initials: every reading is tried. */
export const SHORT_FORMS: Readonly<Record<string, readonly string[]>> = {
  kr: ['kumar'],
  md: ['mohammed'],
  mo: ['mohammed'],
  mohd: ['mohammed'],
  sk: ['sheikh'],
  sd: ['syed'],
  ch: ['chaudhary', 'chandra'],
  sgh: ['singh'],
};

/** How Indian scripts write the English names of letters: ஆர். and के. are initials. */
export const LETTER_NAMES: Readonly<Record<string, string>> = {
  e: 'a',
  bi: 'b',
  si: 'c',
  chi: 'c',
  di: 'd',
  ti: 't',
  i: 'e',
  eph: 'f',
  ji: 'g',
  ech: 'h',
  ai: 'i',
  je: 'j',
  jhe: 'j',
  ke: 'k',
  el: 'l',
  em: 'm',
  en: 'n',
  o: 'o',
  pi: 'p',
  kyu: 'q',
  ar: 'r',
  es: 's',
  yu: 'u',
  vi: 'v',
  vai: 'y',
};

/** Words at the end of a compound that some write apart: Ravikumar, Jignesh Kumar. */
export const COMPOUND_ENDINGS = ['kumar', 'kumari', 'singh', 'sinh', 'lal', 'devi'];

/** Words that so many people bear that they do not tell two of them apart. */
export const COMMON_WORDS = splitWords(
  'kumar singh lal kaur kumari devi bai rani begum bano khatun bibi ammal amma mahamad',
);
/** Two words of which a woman bears one and a man the other. */
export const WOMAN_AND_MAN: readonly (readonly [string, string])[] = [
  ['kaur', 'singh'],
  ['kumari', 'kumar'],
];

/** Family names. An initial with one of them says little: R Sharma. */
export const FAMILY_NAMES = splitWords(`
  sharma verma varma gupta mishra tiwari pandey dubey shukla tripathi trivedi chaturvedi dwivedi
  srivastava saxena mathur agarwal goyal jain bansal mittal garg singhal kapoor khanna malhotra
  mehra chopra arora bhatia sethi kohli bedi gill sandhu sidhu dhillon grewal ahluwalia yadav thakur
  chauhan rathod rajput rawat negi bisht joshi pant patel shah mehta desai parekh gandhi modi
  solanki parmar bhatt patil kulkarni deshpande deshmukh pawar jadhav shinde kale more gaikwad
  kamble chavan naik rane sawant das dash sahu behera panda mahanti mahapatra swain pradhan jena
  mukherjee banerjee chatterjee ganguly bhattacharya bose ghosh sen dutta mitra roy sarkar biswas
  mandal saha kundu pal nandi barua saikia gogoi bora kalita chaudhary sengupta dasgupta sinha
  prasad jha khan sheikh syed ansari siddiqui qureshi pathan mirza malik hussain reddy rao naidu
  chetty shetty gowda hegde bhat kamath pai nair menon pillai kurup nambiar warrier iyer iyengar
  mudaliar chettiar nadar thevar fernandes dsouza pereira rodrigues dias pinto lobo bajaj ambani
  tata birla meena gurjar
`);

/** How many other family names end. */
export const FAMILY_ENDINGS =
  /(?:kar|wala?|ani|dar|ia|jee|rao|raju|padhyay|gupta|yal|wat|ley|lkar|nker|rkar)$/;

/** The forms of a company, which its name may leave out, and signs for "and". */
export const COMPANY_FORMS = /\b(?:private|pvt|limited|ltd|llp|opc|company|co|and)\b\.?|[&()]/gi;
