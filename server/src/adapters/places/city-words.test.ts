import { expect, test } from 'vitest';
import { listSpellings } from './aliases.ts';
import { createBundledPlaces } from './bundled.ts';
import { CityWords } from './city-words.ts';
import { countEdits } from './edits.ts';
import { fold } from './fold.ts';
import { readPlaces } from './place-data.ts';

const records = readPlaces();
const words = new CityWords(records);

/** A city a line: its usual spelling, then how people write it in their scripts, and misspellings. */
const NAMES = `
hyderabad হায়দ্রাবাদ হায়দরাবাদ ஹைதராபாத் ஐதராபாத் హైదరాబాద్ హైదరాబాదు భాగ్యనగరం ಹೈದರಾಬಾದ್ ഹൈദരാബാദ് હૈદરાબાદ ਹੈਦਰਾਬਾਦ ହାଇଦ୍ରାବାଦ hydrabad haiderabad hyderbad hyderabadh heydarabad
mumbai মুম্বই মুম্বাই மும்பை ముంబై ముంబయి ಮುಂಬೈ ಮುಂಬಯಿ മുംബൈ મુંબઈ ਮੁੰਬਈ ମୁମ୍ବାଇ mumbay mumbhai mumbi
delhi দিল্লি দিল্লী டெல்லி தில்லி ఢిల్లీ దిల్లీ ದೆಹಲಿ ದಿಲ್ಲಿ ഡൽഹി ഡെൽഹി દિલ્હી ਦਿੱਲੀ ଦିଲ୍ଲୀ dehli delhii
bengaluru ব্যাঙ্গালোর বেঙ্গালুরু பெங்களூரு பெங்களூர் బెంగళూరు బెంగుళూరు ಬೆಂಗಳೂರು ബെംഗളൂരു ബാംഗ്ലൂർ બેંગલુરુ બેંગલોર ਬੰਗਲੌਰ ਬੈਂਗਲੁਰੂ ବେଙ୍ଗାଲୁରୁ bangalor banglore bengalore bengluru bangaluru
ahmedabad আহমেদাবাদ அகமதாபாத் అహ్మదాబాద్ ಅಹಮದಾಬಾದ್ അഹമ്മദാബാദ് અમદાવાદ ਅਹਿਮਦਾਬਾਦ ଅହମଦାବାଦ ahemdabad ahmdabad
chennai চেন্নাই சென்னை చెన్నై ಚೆನ್ನೈ ചെന്നൈ ચેન્નઈ ਚੇਨਈ ଚେନ୍ନାଇ chenai chennei chennay
kolkata কলকাতা கொல்கத்தா కోల్‌కతా కోల్కతా ಕೊಲ್ಕತ್ತಾ ಕೋಲ್ಕತ್ತ കൊൽക്കത്ത કોલકાતા ਕੋਲਕਾਤਾ କୋଲକାତା kolkatta kolkatha calcuta
surat সুরাট சூரத் సూరత్ ಸೂರತ್ സൂററ്റ് સુરત ਸੂਰਤ ସୁରଟ
pune পুনে পুণে புனே పూణే పుణె ಪುಣೆ പൂനെ പുണെ પુણે ਪੁਣੇ ପୁଣେ
jaipur জয়পুর ஜெய்ப்பூர் జైపూర్ ಜೈಪುರ ജയ്പൂർ જયપુર ਜੈਪੁਰ ଜୟପୁର jaypur jaipure
lucknow লখনউ லக்னோ లక్నో ಲಕ್ನೋ ലഖ്‌നൗ ലഖ്നൗ લખનૌ લખનઉ ਲਖਨਊ ଲକ୍ଷ୍ନୌ lakhnau luknow lucknov
kanpur কানপুর கான்பூர் కాన్పూర్ ಕಾನ್ಪುರ കാൺപൂർ કાનપુર ਕਾਨਪੁਰ କାନପୁର kanpoor
nagpur নাগপুর நாக்பூர் నాగపూర్ నాగ్‌పూర్ ನಾಗ್ಪುರ ನಾಗಪುರ നാഗ്പൂർ નાગપુર ਨਾਗਪੁਰ ନାଗପୁର nagpoor
indore ইন্দোর இந்தூர் ఇండోర్ ಇಂದೋರ್ ഇൻഡോർ ઇન્દોર ਇੰਦੌਰ ଇନ୍ଦୋର indor
bhopal ভোপাল போபால் భోపాల్ ಭೋಪಾಲ್ ഭോപ്പാൽ ભોપાલ ਭੋਪਾਲ ଭୋପାଳ bhopaal
visakhapatnam বিশাখাপত্তনম விசாகப்பட்டினம் విశాఖపట్నం విశాఖపట్టణం ವಿಶಾಖಪಟ್ಟಣ വിശാഖപട്ടണം વિશાખાપટ્ટનમ ਵਿਸ਼ਾਖਾਪਟਨਮ ବିଶାଖାପାଟଣା vishakapatnam vizak
patna পাটনা பாட்னா పాట్నా ಪಾಟ್ನಾ പട്ന પટના ਪਟਨਾ ପାଟନା
vadodara ভাদোদরা வதோதரா వడోదర ವಡೋದರ വഡോദര વડોદરા ਵਡੋਦਰਾ ଭଡୋଦରା barodra vadodra
ludhiana লুধিয়ানা லூதியானா లూధియానా ಲೂಧಿಯಾನ ലുധിയാന લુધિયાણા ਲੁਧਿਆਣਾ ଲୁଧିଆନା ludhiyana ludiana
agra আগ্রা ஆக்ரா ఆగ్రా ಆಗ್ರಾ ആഗ്ര આગ્રા ਆਗਰਾ ଆଗ୍ରା
varanasi বারাণসী வாரணாசி వారణాసి ವಾರಾಣಸಿ വാരണാസി વારાણસી ਵਾਰਾਣਸੀ ବାରାଣାସୀ varansi benaras
amritsar অমৃতসর அமிர்தசரஸ் అమృత్‌సర్ ಅಮೃತಸರ അമൃത്സർ અમૃતસર ਅੰਮ੍ਰਿਤਸਰ ଅମୃତସର amritser
madurai মাদুরাই மதுரை మదురై ಮಧುರೈ മധുര മധുരൈ મદુરાઈ ਮਦੁਰਾਈ ମଦୁରାଇ madhurai maduray
coimbatore কোয়েম্বাটুর கோயம்புத்தூர் கோவை కోయంబత్తూర్ ಕೊಯಮತ್ತೂರು കോയമ്പത്തൂർ કોઇમ્બતુર ਕੋਇੰਬਟੂਰ coimbatur coimbtore koimbatore
vijayawada বিজয়ওয়াড়া விஜயவாடா విజయవాడ ವಿಜಯವಾಡ വിജയവാഡ વિજયવાડા ਵਿਜੇਵਾੜਾ ବିଜୟୱାଡ଼ା vijaywada vijayavada
guwahati গুয়াহাটি গুৱাহাটী குவகாத்தி గౌహతి ಗುವಾಹಟಿ ഗുവാഹത്തി ગુવાહાટી ਗੁਹਾਟੀ ଗୁଆହାଟୀ guwhati gowhati
chandigarh চণ্ডীগড় சண்டிகர் చండీగఢ్ ಚಂಡೀಗಢ ചണ്ഡീഗഢ് ચંડીગઢ ਚੰਡੀਗੜ੍ਹ ଚଣ୍ଡୀଗଡ଼ chandigad chandighar
mysuru মহীশূর மைசூர் மைசூரு మైసూరు మైసూర్ ಮೈಸೂರು മൈസൂർ മൈസൂരു મૈસુર ਮੈਸੂਰ ମହୀଶୂର maisur
bhubaneswar ভুবনেশ্বর புவனேஸ்வர் భువనేశ్వర్ ಭುವನೇಶ್ವರ ഭുവനേശ്വർ ભુવનેશ્વર ਭੁਵਨੇਸ਼ਵਰ ଭୁବନେଶ୍ୱର bhubneshwar bhuvaneshwar
thiruvananthapuram তিরুবনন্তপুরম திருவனந்தபுரம் తిరువనంతపురం ತಿರುವನಂತಪುರ തിരുവനന്തപുരം તિરુવનંતપુરમ ਤਿਰੂਵਨੰਤਪੁਰਮ ତିରୁଅନନ୍ତପୁରମ trivendrum thiruvanantapuram
kochi কোচি கொச்சி కొచ్చి ಕೊಚ್ಚಿ കൊച്ചി કોચી ਕੋਚੀ କୋଚି
rajkot রাজকোট ராஜ்கோட் రాజ్‌కోట్ ರಾಜ್ಕೋಟ್ രാജ്കോട്ട് રાજકોટ ਰਾਜਕੋਟ ରାଜକୋଟ rajkoat
howrah হাওড়া ஹவுரா హౌరా ಹೌರಾ ഹൗറ હાવડા ਹਾਵੜਾ ହାବଡା
ranchi রাঁচি ராஞ்சி రాంచీ ರಾಂಚಿ റാഞ്ചി રાંચી ਰਾਂਚੀ ରାଞ୍ଚି
jalandhar জলন্ধর ஜலந்தர் జలంధర్ ಜಲಂಧರ್ ജലന്ധർ જલંધર ਜਲੰਧਰ ଜଲନ୍ଧର jalandar jallandhar
salem சேலம் సేలం ಸೇಲಂ സേലം
tiruchirappalli திருச்சி திருச்சிராப்பள்ளி తిరుచిరాపల్లి ತಿರುಚಿರಾಪಳ್ಳಿ തിരുച്ചിറപ്പള്ളി tiruchi tiruchirapalli
warangal వరంగల్ ఓరుగల్లు ವಾರಂಗಲ್ வாரங்கல் orugallu
guntur గుంటూరు குண்டூர் ಗುಂಟೂರು ഗുണ്ടൂർ
cuttack কটক କଟକ
mangaluru ಮಂಗಳೂರು മംഗളൂരു മംഗലാപുരം மங்களூரு మంగళూరు mangalor manglore
hubballi ಹುಬ್ಬಳ್ಳಿ హుబ్లీ
kozhikode കോഴിക്കോട് கோழிக்கோடு కోజికోడ్ ಕೋಝಿಕ್ಕೋಡ್ kozhikod calicat
thrissur തൃശ്ശൂർ തൃശൂർ திருச்சூர் trissur
gurugram ਗੁਰੂਗ੍ਰਾਮ ਗੁੜਗਾਉਂ ગુરુગ્રામ গুরুগ্রাম குருகிராம் gurgoan gudgaon
jamshedpur জামশেদপুর ଜାମସେଦପୁର jamsedpur jamshedpure
`;

const lines = NAMES.trim()
  .split('\n')
  .map((line) => line.split(' '));

test.each(lines)('reads other names of %s', (city, ...names) => {
  for (const name of names) expect(words.list(fold(name)), name).toContain(city);
});

test('knows at least 150 names in other scripts and misspellings', () => {
  expect(new Set(lines.flat()).size).toBeGreaterThan(400);
});

test('every name of a place in the data stays what it is', () => {
  const names = new Set(records.flatMap(({ place }) => fold(place.name).split(' ')));
  expect(names.size).toBeGreaterThan(10_000);
  for (const name of names) expect(words.list(name), name).toEqual(listSpellings(name));
});

test('a smaller place in another script is no misspelt city', () => {
  const smaller = 'ಉಡುಪಿ ಮಡಿಕೇರಿ ಹಾಸನ பழனி ஊட்டி കാസർഗോഡ് തൊടുപുഴ ભુજ ਮਾਨਸਾ পুরুলিয়া ଭଦ୍ରକ సూర్యాపేట సిద్దిపేట';
  for (const name of smaller.split(' ')) expect(words.list(fold(name)), name).toEqual([fold(name)]);
});

test('other words are no misspelt cities', () => {
  for (const word of [
    'road',
    'colony',
    'plumber',
    'near',
    'market',
    'station',
    'ground',
    'floor',
    'zzzzqq',
    '411038',
  ])
    expect(words.list(word), word).toEqual(listSpellings(word));
});

test('finds, and places an address in, a city by another name', async () => {
  const places = createBundledPlaces();
  for (const name of ['భాగ్యనగరం', 'hydrabad', 'haiderabad', 'ಹೈದರಾಬಾದ್'])
    expect((await places.search(name, 1))[0]?.label, name).toBe('Hyderabad, Telangana');
  expect((await places.locate('12, రోడ్ 3, హైదరాబాద్'))?.city.name).toBe('Hyderabad');
});

test.each([
  ['surat', 'surat', 0],
  ['surat', 'suart', 1],
  ['surat', 'sura', 1],
  ['surat', 'xurot', 2],
])('counts the edits from %s to %s', (one, other, edits) => {
  expect(countEdits(one, other, 2)).toBe(edits);
});
