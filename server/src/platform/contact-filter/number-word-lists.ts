// Digits in words: in the eight languages of the product, in their scripts and as people write them in Latin letters, and
// English ones in other scripts. The lists go from zero to nine; a slash separates spellings.

export const DIGIT_ROWS = [
  'zero/nil/zeero one two three four five six seven eight nine',
  'cipher wan tu thri foar faiv siks sevan eit nain',
  // Hindi
  'शून्य/सिफर/ज़ीरो/जीरो एक दो तीन चार पाँच/पांच/पाच छह/छः/छ/छे/छै सात आठ नौ',
  'shunya/shoonya/sunya/zeero/jiro ek do teen/tin chaar/char paanch/panch/paach chhe/che/chah/chhah/chay saat/sat aath/ath nau',
  // English in Devanagari
  'ज़ीरो/जीरो वन/वान टू/टु थ्री/थ्रि फोर/फ़ोर फाइव/फ़ाइव/फाईव/फायव्ह/फाईव्ह/फाइव्ह/फाय सिक्स सेवन/सेव्हन/सेवेन एट/ऐट/एइट नाइन/नाईन/नाइन्',
  'झिरो/झीरो/जिरो वन टू थ्री फोर फाइव्ह सिक्स सेव्हन एट नाईन',
  // Marathi
  'शून्य/शुन्य एक दोन तीन चार पाच सहा सात आठ नऊ',
  'shunya ek don teen char pach saha saat aath nau/nava/nao',
  // Tamil
  'பூஜ்ஜியம்/பூஜ்யம்/பூஜியம்/சுழியம்/ஜீரோ ஒன்று/ஒண்ணு/ஒன்னு இரண்டு/ரெண்டு மூன்று/மூணு நான்கு/நாலு ஐந்து/அஞ்சு ஆறு ஏழு எட்டு ஒன்பது/ஒம்போது',
  'poojyam/poojiyam/poojjiyam/pujyam/pujjiyam/suzhiyam/sulium onru/ondru/onnu/ondu irandu/rendu/randu moonru/moondru/moonu/munu naangu/nangu/naalu/nalu aindhu/ainthu/anju/anji aaru/aru ezhu/elu/yelu ettu onbadhu/onbathu/onpathu/ombodhu/ombothu/ombathu',
  'ஸீரோ ஒன்/வன் டூ/டு த்ரீ/திரீ ஃபோர்/போர் ஃபைவ்/பைவ் சிக்ஸ் செவன்/செவென் எய்ட்/எயிட்/ஏட் நைன்',
  // Telugu
  'సున్నా/సున్న/జీరో ఒకటి/ఒక్కటి రెండు మూడు నాలుగు ఐదు/అయిదు ఆరు ఏడు ఎనిమిది తొమ్మిది',
  'sunna/sunnaa okati/okkati rendu moodu/mudu naalugu/nalugu aidu/ayidu/aidhu aaru/aru edu/yedu enimidi/yenimidi tommidi/thommidi/tommidhi',
  'సున్నా వన్ టూ/టు త్రీ ఫోర్ ఫైవ్ సిక్స్ సెవెన్/సెవన్ ఎయిట్ నైన్',
  // Bengali
  'শূন্য/শুন্য/জিরো এক দুই/দু তিন চার পাঁচ/পাচ ছয়/ছয়/ছ সাত আট নয়/নয়/ন',
  'shunno/shunyo/sunno ek/aek dui/dooi tin/teen char/chaar panch/paach/pach choy/chhoy/chhoi/choi/soy saat/shaat/sat aat noy/noi/naoy',
  'জিরো ওয়ান/ওয়ান টু থ্রি/থ্রী ফোর ফাইভ সিক্স সেভেন এইট নাইন',
  // Kannada
  'ಸೊನ್ನೆ/ಶೂನ್ಯ/ಜೀರೋ/ಝೀರೋ/ಝೀರೊ/ಜೀರೊ ಒಂದು ಎರಡು ಮೂರು ನಾಲ್ಕು/ನಾಕು ಐದು ಆರು ಏಳು ಎಂಟು ಒಂಬತ್ತು',
  'sonne/soone/shunya ondu eradu/yeradu mooru/muru naalku/nalku/nalaku/naaku/naku aidu/aydu aaru/aru elu/yelu/eelu entu/yentu ombattu/ombatthu/ombhattu',
  'ಸೊನ್ನೆ ಒನ್/ವನ್ ಟೂ/ಟು ತ್ರೀ/ಥ್ರೀ ಫೋರ್ ಫೈವ್ ಸಿಕ್ಸ್ ಸೆವೆನ್/ಸೆವನ್ ಎಯ್ಟ್/ಏಟ್ ನೈನ್',
  // Malayalam
  'പൂജ്യം/പൂജ്യ/സീറോ ഒന്ന്/ഒന്നു രണ്ട്/രണ്ടു മൂന്ന്/മൂന്നു നാല്/നാലു അഞ്ച്/അഞ്ചു ആറ്/ആറു ഏഴ്/ഏഴു എട്ട്/എട്ടു ഒമ്പത്/ഒൻപത്/ഒന്‍പത്/ഒമ്പതു',
  'poojyam/pujyam/poojiam onnu/onn randu/rand moonnu/munnu/moonu naalu/nalu anchu/anju aaru/aru ezhu/ezh/eyu ettu/ett ompathu/onpathu/ombathu/ompath/onpath',
  'സീറോ വൺ/വണ്‍ ടൂ/ടു ത്രീ ഫോർ/ഫോര്‍ ഫൈവ് സിക്സ്/സിക്‌സ് സെവൻ/സെവന്‍ എയ്റ്റ്/എയ്‌റ്റ്/എയിറ്റ് നൈൻ/നയൻ/നൈന്‍',
] as const;

/** Words that sound like digits, or mean something else more often. They stand inside a number only. */
export const WEAK_DIGITS: readonly (readonly [word: string, digit: string])[] = [
  ['oh', '0'],
  ['o', '0'],
  ['won', '1'],
  ['to', '2'],
  ['too', '2'],
  ['for', '4'],
  ['ate', '8'],
  ['at', '8'],
];

export const TEENS =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty/fourty fifty sixty seventy eighty ninety/ninty';
export const TEEN_VALUES = '10 11 12 13 14 15 16 17 18 19 20 30 40 50 60 70 80 90'.split(' ');

/** Hindi and Marathi have a word for each number; from ten to 99. "-" stands where a word means a digit as well. */
export const TENS_ROWS = [
  `दस ग्यारह बारह तेरह चौदह पंद्रह/पन्द्रह सोलह सत्रह अठारह/अट्ठारह उन्नीस
  बीस इक्कीस बाईस/बाइस तेईस/तेइस चौबीस पच्चीस छब्बीस सत्ताईस/सत्ताइस अट्ठाईस/अठाईस/अट्ठाइस उनतीस
  तीस इकतीस/इकत्तीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
  चालीस इकतालीस बयालीस तैंतालीस चौवालीस/चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
  पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन/अठावन उनसठ
  साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर
  सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी/उन्यासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी/अठासी नवासी
  नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे/पंचानवे छियानवे सत्तानवे अट्ठानवे/अठानवे/अट्ठानबे/अंठानवे निन्यानवे`,
  `das gyarah barah terah chaudah pandrah solah satrah atharah/attharah unnis
  bees/bis ikkis bais/baees teis/teees chaubis pachis/pachchis chhabbis sattais atthais/athais untis
  tees ikattis/iktis battis taintis/tentis chauntis paintis chhattis saintis adtis/artis untalis
  chalis iktalis bayalis taintalis chavalis/chauvalis paintalis chhiyalis saintalis adtalis/artalis unchas
  pachas ikyavan bavan tirpan chauvan pachpan chhappan sattavan atthavan/athavan unsath
  - iksath basath tirsath chaunsath painsath chhiyasath sadsath/sarsath adsath/arsath unhattar
  sattar ikhattar bahattar tihattar chauhattar pachhattar/pichattar chhihattar sathattar athhattar/athattar unasi
  assi ikyasi bayasi tirasi chaurasi pachasi chhiyasi sattasi atthasi/athasi navasi
  nabbe ikyanve banve tiranve chauranve pachanve/panchanve chhiyanve sattanve/sattanave atthanve/athanve/atthanave ninyanve`,
  `दहा अकरा बारा तेरा चौदा पंधरा सोळा सतरा अठरा एकोणीस
  वीस एकवीस बावीस तेवीस चोवीस पंचवीस सव्वीस सत्तावीस अठ्ठावीस एकोणतीस
  तीस एकतीस बत्तीस तेहेतीस/तेहतीस चौतीस पस्तीस छत्तीस सदतीस अडतीस एकोणचाळीस
  चाळीस एकेचाळीस बेचाळीस त्रेचाळीस चव्वेचाळीस पंचेचाळीस सेहेचाळीस/शेहेचाळीस सत्तेचाळीस अठ्ठेचाळीस एकोणपन्नास
  पन्नास एक्कावन्न बावन्न त्रेपन्न चोपन्न पंचावन्न छप्पन्न सत्तावन्न अठ्ठावन्न एकोणसाठ
  साठ एकसष्ट बासष्ट त्रेसष्ट चौसष्ट पासष्ट सहासष्ट सदुसष्ट अडुसष्ट एकोणसत्तर
  सत्तर एकाहत्तर बाहत्तर त्र्याहत्तर चौऱ्याहत्तर पंच्याहत्तर शहात्तर सत्याहत्तर अठ्ठ्याहत्तर एकोणऐंशी
  ऐंशी एक्याऐंशी ब्याऐंशी त्र्याऐंशी चौऱ्याऐंशी पंच्याऐंशी शहाऐंशी सत्याऐंशी/सत्त्याऐंशी अठ्ठ्याऐंशी एकोणनव्वद
  नव्वद एक्याण्णव ब्याण्णव त्र्याण्णव चौऱ्याण्णव पंच्याण्णव शहाण्णव सत्त्याण्णव/सत्याण्णव अठ्ठ्याण्णव/अठ्याण्णव नव्याण्णव`,
  `daha akra bara tera chauda pandhra sola satra athra ekonis
  vis ekvis bavis tevis chovis panchvis savvis sattavis atthavis ekontis
  tis ektis battis tehetis chautis pastis chhattis sadtis adtis ekonchalis
  chalis ekechalis bechalis trechalis chavvechalis panchechalis sehechalis sattechalis atthechalis ekonpannas
  pannas ekkavan bavann trepan chopan panchavan chhappan sattavan atthavan ekonsath
  - eksasht basasht tresasht chausasht pasasht sahasasht sadusasht adusasht ekonsattar
  sattar ekahattar bahattar tryahattar chauryahattar panchyahattar shahattar satyahattar atthyahattar ekonainshi
  ainshi ekyainshi byainshi tryainshi chauryainshi panchyainshi shahainshi satyainshi atthyainshi ekonnavvad
  navvad ekyannav byannav tryannav chauryannav panchyannav shahannav satyannav atthyannav navyannav`,
] as const;

export const REPEATS = [
  ['double/dabal/डबल/டபுள்/டபிள்/డబుల్/ডাবল/ডবল/ಡಬಲ್/ಡಬ್ಬಲ್/ഡബിൾ/ഡബിള്‍', 2],
  ['triple/tripal/treble/ट्रिपल/டிரிபிள்/ట్రిపుల్/ট্রিপল/ಟ್ರಿಪಲ್/ട്രിപ്പിൾ/ട്രിപ്പിള്‍', 3],
] as const;
