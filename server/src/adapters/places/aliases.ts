import { listPlaceNames } from '../../platform/place-names.ts';
import { fold } from './fold.ts';

/** Spellings of one word of a name: old and new, English and Hindi. */
const SPELLINGS = `
mumbai bombay मुंबई मुम्बई बंबई
delhi dilli दिल्ली
new nayi नई
bengaluru bangalore bengalooru बेंगलुरु बेंगलूरु बंगलौर
hyderabad हैदराबाद
ahmedabad amdavad अहमदाबाद
chennai madras चेन्नई
kolkata calcutta कोलकाता
surat सूरत
pune poona पुणे पूना
jaipur जयपुर
lucknow लखनऊ
kanpur cawnpore कानपुर
nagpur नागपुर
indore इंदौर इन्दौर
thane thana ठाणे
bhopal भोपाल
visakhapatnam vizag vishakhapatnam विशाखापत्तनम
patna पटना
vadodara baroda वडोदरा बड़ौदा
ghaziabad गाजियाबाद ग़ाज़ियाबाद
ludhiana लुधियाना
agra आगरा
nashik nasik नाशिक नासिक
faridabad फरीदाबाद फ़रीदाबाद
meerut मेरठ
rajkot राजकोट
varanasi banaras benares kashi वाराणसी बनारस
srinagar श्रीनगर
aurangabad sambhajinagar औरंगाबाद
dhanbad धनबाद
amritsar अमृतसर
navi नवी
prayagraj allahabad प्रयागराज इलाहाबाद
ranchi रांची राँची
howrah haora हावड़ा
jabalpur jubbulpore जबलपुर
gwalior ग्वालियर
coimbatore kovai कोयंबटूर
vijayawada bezawada विजयवाड़ा
jodhpur जोधपुर
madurai मदुरै
raipur रायपुर
kota कोटा
guwahati gauhati गुवाहाटी
chandigarh चंडीगढ़
solapur sholapur सोलापुर
hubballi hubli हुबली
mysuru mysore मैसूर मैसूरु
tiruchirappalli trichy trichinopoly तिरुचिरापल्ली
bareilly बरेली
moradabad मुरादाबाद
gurugram gurgaon गुरुग्राम गुड़गांव गुड़गाँव
noida नोएडा
aligarh अलीगढ़
jalandhar jullundur जालंधर
bhubaneswar bhubaneshwar भुवनेश्वर
salem सेलम
thiruvananthapuram trivandrum तिरुवनंतपुरम
kochi cochin ernakulam कोच्चि
kozhikode calicut कोझिकोड
thrissur trichur त्रिशूर
kollam quilon
alappuzha alleppey
kannur cannanore
palakkad palghat
gorakhpur गोरखपुर
bikaner बीकानेर
udaipur उदयपुर
ajmer अजमेर
jamshedpur tatanagar जमशेदपुर
cuttack कटक
rourkela raurkela
dehradun dehra देहरादून
haridwar hardwar हरिद्वार
shimla simla शिमला
jammu जम्मू
kolhapur कोल्हापुर
ujjain उज्जैन
jhansi झांसी झाँसी
mathura मथुरा
ayodhya faizabad fyzabad अयोध्या
gaya गया
bhilai भिलाई
panaji panjim पणजी
goa गोवा
mangaluru mangalore मंगलुरु
belagavi belgaum बेलगावी
kalaburagi gulbarga
ballari bellary
shivamogga shimoga
tumakuru tumkur
vijayapura bijapur
puducherry pondicherry पुदुचेरी
thoothukudi tuticorin
tirunelveli nellai
thanjavur tanjore
kanyakumari kanniyakumari
ahilyanagar ahmednagar ahmadnagar
dharashiv osmanabad
vasai bassein
kanchipuram conjeevaram
rajamahendravaram rajahmundry
anantapuram anantapur
guntur गुंटूर
warangal वारंगल
maharashtra महाराष्ट्र
karnataka कर्नाटक
tamil तमिल
nadu नाडु
kerala केरल
telangana तेलंगाना
andhra आंध्र
pradesh प्रदेश
gujarat गुजरात
rajasthan राजस्थान
uttar उत्तर
madhya मध्य
bihar बिहार
sector sec
west पश्चिम
bengal बंगाल
punjab पंजाब
haryana हरियाणा
uttarakhand uttaranchal उत्तराखंड
jharkhand झारखंड
chhattisgarh छत्तीसगढ़
odisha orissa ओडिशा
assam असम
himachal हिमाचल
`;

const groups = SPELLINGS.trim()
  .split('\n')
  .map((line) => line.split(' ').map(fold));

const otherSpellings = new Map(groups.flatMap((group) => group.map((word) => [word, group] as const)));
for (const [english, hindi] of listPlaceNames())
  addHindiWords(fold(english).split(' '), fold(hindi).split(' '));

/** Pairs the words of a name in both languages, where there are as many. */
function addHindiWords(englishWords: readonly string[], hindiWords: readonly string[]): void {
  if (englishWords.length !== hindiWords.length) return;
  for (const [index, english] of englishWords.entries()) {
    const hindi = hindiWords[index] ?? '';
    const group = otherSpellings.get(english) ?? [english];
    if (!group.includes(hindi)) group.push(hindi);
    for (const word of group) if (!otherSpellings.has(word)) otherSpellings.set(word, group);
  }
}

/** The word itself and every other way it is written. */
export function listSpellings(word: string): readonly string[] {
  return otherSpellings.get(word) ?? [word];
}
