import tlds from 'tlds';
import { toTokenText } from './tokens.ts';

// Which words joined by dots are the name of a site.

/** Every top-level domain, from the list of IANA that the package `tlds` carries; and "com" as people say it in other scripts. */
const TLDS: ReadonlySet<string> = new Set(
  [...tlds, 'example', ...'इन காம் కామ్ কম ಕಾಂ ಕಾಮ್ കോം ഇൻ'.split(' ')].map(toTokenText),
);

/**
 * Endings of sites that are no words of English, Hindi or a unit, or are hardly meant as one behind a dot. Any other needs
 * a sign of a site, because people forget the space after a full stop: "done.please", "the wall.is".
 */
const CLEAR = new Set(
  `com org net edu gov mil xyz online site website top shop store app dev tech info biz link live club cloud page blog icu vip
  io co in ai ly gg tv cc ws mobi asia example uk space studio agency world bio de fr eu ru cn jp br fyi`.split(
    /\s+/,
  ),
);
const WORDS_AND_UNITS = new Set(
  `is it at to so no my be do am as by us me pe ki ke se ne na la va ms mr mm cm kg km ml kw mt lt gm rs re pm sc sh ad ca st
  al an bi ga gl hm hr id im je li mo mu nu om pa pl pn ps py ro sa sb si sl sm sn sr su sv ta tk tm tn ug uz vu ye`.split(
    /\s+/,
  ),
);
/** Short forms and names of programs that look like sites. */
const NO_SITES = new Set(
  `sq.mm sq.cm sq.km sq.in sq.mt cu.mm cu.cm cu.in asp.net vb.net ado.net ml.net socket.io approx.in pvt.ltd co.ltd
  nos.in ft.in`.split(/\s+/),
);
/** Words that end a sentence in a posting. The space behind the full stop is forgotten: "need a painter.in pune". */
const COMMON_NAMES = new Set(
  `wall walls room rooms house home flat floor floors kitchen bathroom hall door doors window windows painter plumber carpenter
  electrician driver cook maid tutor teacher designer developer cleaner mason helper labour worker work works job jobs paint
  painting plumbing cleaning repair wiring tiles tile material materials budget day days week weeks month months hour hours time
  today tomorrow morning evening price rate rates cost amount payment please thanks thank sir madam photo photos video videos
  site shop office city area place near road pune mumbai delhi kaam hai ghar jaldi chahiye available required needed urgent
  done finished ready installation refrigerator transportation maintenance construction photography
  waterproofing electricity housekeeping babysitting conditioning measurement measurements requirement requirements good best new old one two only also etc approx min max yes no ok`.split(
    /\s+/,
  ),
);
const FILE_ENDINGS = new Set('zip mov md sh ps py rs pl ai'.split(' '));

export interface Labels {
  /** In lower case. */
  labels: readonly string[];
  /** As written. */
  raw: readonly string[];
}

const isTitleCase = (word: string): boolean => /^\p{Lu}[\p{Ll}]+$/u.test(word);
const hasLetter = (label: string): boolean => /[\p{L}]/u.test(label);

const MIN_LONG_LABEL = 11;

/** How many labels make the name of a site: the longest beginning that ends in a top-level domain. 0 for none. */
export function countSiteLabels({ labels, raw }: Labels, hasSign: boolean): number {
  for (let count = labels.length; count >= 2; count -= 1)
    if (isSite({ labels: labels.slice(count - 2, count), raw: raw.slice(count - 2, count) }, hasSign, count))
      return count;
  return 0;
}

function isSite({ labels, raw }: Labels, hasSign: boolean, count: number): boolean {
  const [name = '', ending = ''] = labels;
  if (!TLDS.has(ending)) return false;
  if (hasSign) return true;
  if (COMMON_NAMES.has(name) || !hasLetter(name) || name.length < 2 || NO_SITES.has(`${name}.${ending}`))
    return false;
  if (isTitleCase(raw[1] ?? '') && !/^(?:com|org|net)$/.test(ending)) return false;
  if (FILE_ENDINGS.has(ending)) return false;
  if (CLEAR.has(ending)) return true;
  const looksMade = /[\d-]/.test(name) || name.length >= MIN_LONG_LABEL || count > 2;
  if (WORDS_AND_UNITS.has(ending)) return looksMade && count === 2 && /[\d-]/.test(name);
  // Two letters that are no word are a country.
  return looksMade || (ending.length === 2 && /^[a-z]+$/.test(ending)) || !/^[a-z]+$/.test(ending);
}

/** True for the last part of the name of a site. */
export const isTopLevel = (label: string): boolean => TLDS.has(label);

export const MAIL_PROVIDERS = new Set(
  'gmail gmai gmial yahoo ymail hotmail outlook rediff rediffmail icloud protonmail proton live zoho aol जीमेल याहू ஜிமெயில் జీమెయిల్ জিমেইল জিমেল ಜಿಮೇಲ್ ജിമെയിൽ'
    .split(' ')
    .map(toTokenText),
);
/** What stands behind the @ of a UPI ID. */
export const UPI_HANDLES = new Set(
  `okaxis okhdfcbank okicici oksbi ybl ibl axl apl yapl rapl paytm ptaxis pthdfc ptsbi ptyes upi axisbank sbi hdfcbank icici
  kotak kotak811 barodampay pnb cnrb boi unionbank idfcbank idfcfirst indus yesbank federal fbl rbl aubank airtel jio
  freecharge fam naviaxis slice waaxis wahdfcbank waicici wasbi superyes axb hsbc citi dbs jupiteraxis timecosmos
  amazonpay apay postbank airtelpaymentsbank ikwik mbk goaxb abfspay tapicici shriramhdfcbank uboi kbl`.split(
    /\s+/,
  ),
);
/** UPI handles that are no words of their own, so that "rohan at ybl" is an ID. */
export const isClearUpiHandle = (word: string): boolean =>
  /^(?:ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|yapl|pt(?:axis|hdfc|sbi|yes))$/.test(word);
