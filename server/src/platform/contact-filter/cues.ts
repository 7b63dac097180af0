import { toTokenText, type Token } from './tokens.ts';

const toSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(toTokenText));

/** Words near a number that say it is for calling. */
const CALL_WORDS = toSet(`
  call calls calling phone phones ph mobile mob cell cellphone contact contacts ring dial whatsapp whatsap watsapp whatapp wa
  number numbers num sms text msg message ping tel telephone landline helpline fone fon reach miscall missed gpay phonepe paytm
  bhim upi no nos mo
  फोन फ़ोन मोबाइल मोबाईल नंबर नम्बर कॉल काल व्हाट्सएप व्हाट्सऐप व्हाट्सअप वॉट्सऐप वाट्सएप संपर्क सम्पर्क लैंडलाइन मिस्ड क्रमांक
  தொலைபேசி போன் ஃபோன் மொபைல் எண் நம்பர் அழைக்க அழைக்கவும் அழையுங்கள் வாட்ஸ்அப் வாட்ஸப் கால்
  ఫోన్ మొబైల్ నంబర్ నెంబర్ కాల్ వాట్సాప్ వాట్సప్ సంప్రదించండి
  ফোন মোবাইল নম্বর নাম্বার কল হোয়াটসঅ্যাপ যোগাযোগ
  ಫೋನ್ ಮೊಬೈಲ್ ನಂಬರ್ ಕರೆ ಕಾಲ್ ವಾಟ್ಸಾಪ್ ವಾಟ್ಸಪ್ ಸಂಪರ್ಕಿಸಿ ಸಂಖ್ಯೆ
  ഫോൺ മൊബൈൽ നമ്പർ നമ്പര്‍ വിളിക്കുക വിളിക്കൂ വിളിക്കണം വാട്സ്ആപ്പ് വാട്സാപ്പ് ബന്ധപ്പെടുക കോൾ
  sampark karo phon`);
/** Words near a number that say it is for something else. */
const OTHER_WORDS = toSet(`
  order orders invoice bill model serial gst gstin aadhaar aadhar pan pin pincode pincodes account ifsc consumer meter
  registration reg licence license tender survey plot khata batch barcode isbn sku part ref reference rera udyam
  challan policy ticket pnr cin hsn imei version code size sizes waist age ages marks score scores quantity quantities qty
  rate rates price prices sizing lengths widths heights measurements readings values
  ऑर्डर मॉडल बिल पिन मीटर सीरियल पिनकोड कोड आधार`);

/** How far a word may stand from a number that it is about. */
const WORDS_BEFORE = 8;
const TOKENS_BEFORE = 20;
const WORDS_AFTER = 4;
const TOKENS_AFTER = 10;

function* readWordsBefore(tokens: readonly Token[], index: number): Generator<string> {
  let words = 0;
  for (let at = index - 1; at >= 0 && at >= index - TOKENS_BEFORE && words < WORDS_BEFORE; at -= 1) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    words += 1;
    yield token.text;
  }
}

function* readWordsAfter(tokens: readonly Token[], index: number): Generator<string> {
  let words = 0;
  for (let at = index; at < tokens.length && at < index + TOKENS_AFTER && words < WORDS_AFTER; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    words += 1;
    yield token.text;
  }
}

/** What the words around the tokens say a number is. The nearest word decides. */
export function findPurpose(tokens: readonly Token[], first: number, end: number): 'call' | 'other' | null {
  let isNumber = false;
  for (const word of readWordsBefore(tokens, first)) {
    if (OTHER_WORDS.has(word)) return 'other';
    if (!CALL_WORDS.has(word)) continue;
    // "Order number 12345678": what kind of number stands before the word.
    if (!/^(?:no|nos|number|num|नंबर|नम्बर)$/.test(word)) return 'call';
    isNumber = true;
  }
  for (const word of readWordsAfter(tokens, end)) if (CALL_WORDS.has(word)) return 'call';
  return isNumber ? 'call' : null;
}

const UNITS = toSet(`
  sq sqft sqm sqmt ft feet foot inch inches mm cm m mt mtr mtrs meter metre meters metres km kms kg kgs gm gms gram g ton tons
  tonne quintal l lt ltr litre litres liter ml hp kw kwh kva w watt watts v volt volts amp amps a k lakh lakhs lac lacs crore
  cr rs rupees rupee inr hours hour hrs hr days day din weeks months years yrs min mins minutes am pm pcs pieces nos bhk rpm gsm
  mbps gb tb mb mah bags bag bricks tiles sheets units percent people persons guests seats floors rooms
  thousand hundred million per रुपये रुपए रुपया फुट फीट इंच वर्ग मीटर किलो लीटर घंटे दिन लाख हज़ार हजार सौ करोड़ बजे मिमी सेमी किमी
  ரூபாய் அடி சதுர மீட்டர் நாட்கள் மணி லட்சம் ஆயிரம் రూపాయలు అడుగులు చదరపు రోజులు గంటలు లక్షలు వేలు
  টাকা ফুট বর্গফুট দিন ঘণ্টা লাখ হাজার ರೂಪಾಯಿ ಅಡಿ ಚದರ ದಿನ ಗಂಟೆ ಲಕ್ಷ ಸಾವಿರ രൂപ അടി ചതുരശ്ര ദിവസം മണി ലക്ഷം
  रुपयांत रुपयांना चौरस दिवस तास`);
const MONEY = toSet('₹ $ € £ rs inr rupees रु रुपये ₨ usd');

const isSpace = (token: Token | undefined): boolean => token?.kind === 'space';

export function isFollowedByUnit(tokens: readonly Token[], end: number): boolean {
  const next = isSpace(tokens[end]) ? tokens[end + 1] : tokens[end];
  if (next === undefined) return false;
  return next.kind === 'word'
    ? UNITS.has(next.text)
    : /^[%₹°]$/.test(next.text) || (next.text === '/' && tokens[end + 1]?.text === '-');
}

export function isAfterMoney(tokens: readonly Token[], first: number): boolean {
  const isGap = (token: Token | undefined) => isSpace(token) || token?.text === '.';
  let at = first - 1;
  while (at > first - 3 && isGap(tokens[at])) at -= 1;
  return MONEY.has(tokens[at]?.text ?? '');
}

const AMOUNT_WORDS =
  toSet(`budget advance total cost costs amount pay paid payment salary rent discount balance bid quote area
  year day month date floor flat house plot sector ward block tower room बजट एडवांस कुल खर्च रकम पेमेंट मंजिल फ्लैट`);
export const isAmountWord = (word: string): boolean => AMOUNT_WORDS.has(word) || OTHER_WORDS.has(word);

/** Words that say a text has a part of a number. */
const PART_WORDS =
  toSet(`first last next rest half part begins starts start ends remaining baaki baki phir then aage pehle pehla
  बाकी आगे पहले फिर आखिरी अगला digits digit series final baad`);
export const isPartWord = (word: string): boolean => CALL_WORDS.has(word) || PART_WORDS.has(word);
