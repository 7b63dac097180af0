/**
 * The words of a job's title that name a trade, in English, in Hindi, and in Hindi as typed in Latin letters. They
 * are keyed by `trade` of a category, because an admin may change its name. `*` stands for any ending, `_` for a space.
 */
export interface Trade {
  /** Words that name the work itself: "paint", "plumber". */
  work: string;
  /** Words for what is worked on: "tap". They count less than the work. */
  things?: string;
  /** Proposed skills: English, Hindi, and the words that stand for them. */
  skills?: readonly (readonly [string, string, string])[];
}

export const TRADES: Readonly<Record<string, Trade>> = {
  painting: {
    work: 'paint* repaint* putai rangai pent whitewash* distemper* putty polish* रंगाई पुताई पेंट* रंगवाना रंगना पॉलिश',
    things: 'emulsion* रंग',
    skills: [
      [
        'Wall painting',
        'दीवार की पुताई',
        'wall* room* flat house home bhk 1bhk 2bhk 3bhk 4bhk ghar दीवार* कमर* घर',
      ],
      ['Wood polish', 'लकड़ी की पॉलिश', 'polish* wood* पॉलिश'],
      ['Putty', 'पुट्टी', 'putty पुट्टी'],
      ['Waterproofing', 'वॉटरप्रूफ़िंग', 'waterproof* वॉटरप्रूफ*'],
    ],
  },
  plumbing: {
    work: 'plumb* plamb* प्लंब* प्लम्ब* नलसाज*',
    things:
      'tap taps pipe* leak* faucet* basin* sink* toilet* flush* geyser* drain* nal नल पाइप* टंकी लीक* गीजर',
    skills: [
      ['Tap repair', 'नल की मरम्मत', 'tap taps faucet* nal नल'],
      ['Pipe fitting', 'पाइप फ़िटिंग', 'pipe* पाइप*'],
      ['Leak repair', 'रिसाव की मरम्मत', 'leak* लीक* रिसाव'],
      ['Bathroom fitting', 'बाथरूम फ़िटिंग', 'bathroom* toilet* basin* flush* geyser* गीजर बाथरूम'],
    ],
  },
  electrical: {
    work: 'electric* wiring rewir* bijli इलेक्ट्र* बिजली वायरिंग',
    things: 'fan fans light lights switch* mcb inverter* socket* bulb* पंखा पंखे लाइट स्विच इन्वर्टर',
    skills: [
      ['Wiring', 'वायरिंग', 'wiring rewir* वायरिंग'],
      ['Fan fitting', 'पंखा लगाना', 'fan fans पंखा पंखे'],
      ['Light fitting', 'लाइट लगाना', 'light lights bulb* लाइट'],
    ],
  },
  carpentry: {
    work: 'carpent* woodwork* joiner* barhai badhai बढ़ई* कारपेंटर* लकड़ी_का',
    things:
      'wardrobe* cupboard* almirah* almari door doors shelf shelves furniture table tables chair* bed beds sofa* cabinet* gate hinge* अलमारी दरवाज* फर्नीचर मेज कुर्सी पलंग',
    skills: [
      ['Wardrobes', 'अलमारी बनाना', 'wardrobe* cupboard* almirah* almari अलमारी'],
      ['Door fitting', 'दरवाज़ा लगाना', 'door doors hinge* दरवाज*'],
      ['Furniture', 'फ़र्नीचर', 'furniture table* chair* bed beds sofa* फर्नीचर मेज कुर्सी पलंग'],
    ],
  },
  masonry: {
    work: 'mason* brickwork plaster* tiling tile* rajmistri mistri राजमिस्त्री मिस्त्री प्लास्टर* टाइल* चिनाई',
    things: 'brick* cement marble* granite wall walls ईंट* सीमेंट मार्बल',
    skills: [
      ['Tiling', 'टाइल लगाना', 'tile* tiling टाइल*'],
      ['Plastering', 'प्लास्टर', 'plaster* प्लास्टर*'],
    ],
  },
  cleaning: {
    work: 'clean* housekeep* sweep* mop mopping safai maid jhadu सफाई साफ झाड़ू पोछा पोंछा',
    things: 'dust* stain*',
    skills: [
      ['Deep cleaning', 'पूरी सफ़ाई', 'deep'],
      ['House cleaning', 'घर की सफ़ाई', 'house home flat ghar bhk 1bhk 2bhk 3bhk घर'],
      ['Bathroom cleaning', 'बाथरूम की सफ़ाई', 'bathroom* toilet* बाथरूम'],
    ],
  },
  pest_control: {
    work: 'pest* termite* cockroach* fumigat* bedbug* deemak दीमक कॉकरोच खटमल कीट*',
    things: 'insect* rat rats चूहे',
  },
  appliance_repair: {
    work: 'appliance*',
    things:
      'fridge* refrigerator* washing_machine* microwave* tv television mixer* chimney* ro_repair purifier* फ्रिज वॉशिंग_मशीन टीवी मिक्सर',
    skills: [
      ['Fridge repair', 'फ़्रिज की मरम्मत', 'fridge* refrigerator* फ्रिज'],
      ['Washing machine repair', 'वॉशिंग मशीन की मरम्मत', 'washing_machine* वॉशिंग_मशीन'],
      ['TV repair', 'टीवी की मरम्मत', 'tv television टीवी'],
    ],
  },
  ac_service: {
    work: 'ac air_condition* एसी',
    skills: [['AC repair', 'एसी की मरम्मत', 'repair* gas मरम्मत']],
  },
  packers_and_movers: {
    work: 'packers movers relocat* house_shifting office_shifting shift_house shifting शिफ्टिंग पैकर्स मूवर्स',
    things: 'moving goods सामान',
  },
  driver: { work: 'driver* chauffeur* driving ड्राइवर* चालक ड्राइविंग', things: 'cab taxi outstation' },
  delivery: { work: 'deliver* courier* डिलीवरी कूरियर', things: 'parcel* पार्सल' },
  cook: {
    work: 'cook* chef* catering rasoiya khana_banane रसोइय* खाना_बनाने बावर्ची',
    things: 'meal* tiffin* lunch dinner food खाना टिफिन भोजन',
  },
  gardening: {
    work: 'garden* landscap* lawn mali माली बागवानी बगीच*',
    things: 'plant plants tree trees grass पौध* पेड़* घास',
  },
  tailoring: {
    work: 'tailor* stitch* sewing darzi silai alteration* दर्जी सिलाई सिलवाना',
    things: 'blouse* suit suits curtain* kurta* dress* ब्लाउज सूट पर्दे कुर्त*',
  },
  beauty_and_salon: {
    work: 'beauty beautician* makeup make_up mehndi mehendi haircut* hairstyl* salon parlour facial* ब्यूटी मेकअप मेहंदी पार्लर फेशियल',
    things: 'bridal दुल्हन',
    skills: [
      ['Mehndi', 'मेहंदी', 'mehndi mehendi मेहंदी'],
      ['Make-up', 'मेकअप', 'makeup make_up bridal मेकअप'],
    ],
  },
  tutoring: {
    work: 'tutor* tuition* teach* coaching ट्यूशन ट्यूटर पढ़ाने पढ़ाना शिक्षक कोचिंग',
    things: 'maths math science physics chemistry class_10 class_12 गणित विज्ञान',
    skills: [
      ['Maths', 'गणित', 'maths math गणित'],
      ['Science', 'विज्ञान', 'science physics chemistry विज्ञान'],
    ],
  },
  photography: {
    work: 'photograph* photo_shoot* photoshoot* फोटोग्राफ* फोटो_शूट',
    things: 'photo photos camera* फोटो',
  },
  event_help: {
    work: 'event events waiter* usher* decorat* समारोह वेटर सजावट',
    things: 'wedding* party birthday शादी पार्टी जन्मदिन',
  },
  security: {
    work: 'security watchman watchmen chowkidar guard guards bouncer* चौकीदार गार्ड सिक्योरिटी पहरेदार',
  },
  interior_design: { work: 'interior* इंटीरियर', things: 'modular_kitchen false_ceiling' },
  civil_contracting: {
    work: 'construct* civil contractor* renovat* निर्माण ठेकेदार मकान_बनाना',
    things: 'building* foundation* roof slab छत',
  },
  solar_installation: { work: 'solar सोलर सौर' },
  computer_repair: {
    work: '',
    things: 'computer* laptop* printer* pc desktop* कंप्यूटर लैपटॉप प्रिंटर',
    skills: [['Laptop repair', 'लैपटॉप की मरम्मत', 'laptop* लैपटॉप']],
  },
  web_development: {
    work: 'website* web_develop* webpage* web_page* wordpress web_design* ecommerce वेबसाइट',
    skills: [['WordPress', 'वर्डप्रेस', 'wordpress']],
  },
  mobile_apps: { work: 'android ios flutter mobile_app* app_develop* मोबाइल_ऐप', things: 'app apps ऐप' },
  graphic_design: {
    work: 'graphic* logo* photoshop ग्राफिक लोगो',
    things: 'banner* poster* flyer* brochure* बैनर',
  },
  writing_and_translation: {
    work: 'writ* translat* proofread* typist* content_writ* अनुवाद* लेखन लेखक',
    things: 'article* blog* resume लेख',
    skills: [
      ['Translation', 'अनुवाद', 'translat* अनुवाद*'],
      ['Writing', 'लेखन', 'writ* लेखन'],
    ],
  },
  data_entry: { work: 'data_entry typing excel डेटा_एंट्री टाइपिंग' },
  digital_marketing: {
    work: 'marketing seo advertis* social_media मार्केटिंग प्रचार',
    things: 'facebook instagram google_ads',
  },
  accounting_and_gst: {
    work: 'account accounts accounting accountant* gst bookkeep* income_tax itr tally जीएसटी अकाउंट* लेखा',
    things: 'tax filing audit* टैक्स',
    skills: [
      ['GST filing', 'जीएसटी भरना', 'gst जीएसटी'],
      ['Tally', 'टैली', 'tally टैली'],
    ],
  },
  legal_help: {
    work: 'lawyer* legal advocate* notary vakil वकील कानूनी',
    things: 'agreement* court contract अदालत',
  },
  video_editing: {
    work: 'video_edit* edit_video* editing reels वीडियो_एडिट* एडिटिंग',
    things: 'video* youtube वीडियो',
  },
  fitness_training: { work: 'fitness gym yoga trainer personal_train* zumba योग* जिम फिटनेस' },
  elder_care: {
    work: 'elder* caretaker* nurse nursing attendant* बुजुर्ग* नर्स',
    things: 'patient* parents grandm* grandf* मरीज',
  },
  child_care: {
    work: 'babysit* nanny nannies daycare creche aaya आया',
    things: 'baby child children kids toddler बच्च*',
  },
  farm_work: {
    work: 'farm* harvest* tractor* plough* खेती खेत फसल कटाई बुवाई ट्रैक्टर',
    things: 'crop* wheat paddy गेहूं धान',
  },
  vehicle_repair: {
    work: 'mechanic* puncture* मैकेनिक पंचर',
    things: 'car cars bike bikes scooter* scooty motorcycle* vehicle* tyre* गाड़ी कार बाइक स्कूटर',
    skills: [
      ['Car repair', 'कार की मरम्मत', 'car cars कार गाड़ी'],
      ['Bike repair', 'बाइक की मरम्मत', 'bike bikes scooter* scooty motorcycle* बाइक स्कूटर'],
    ],
  },
  welding: { work: 'weld* fabricat* वेल्डिंग वेल्डर', things: 'grill grills iron_gate railing* ग्रिल रेलिंग' },
};
