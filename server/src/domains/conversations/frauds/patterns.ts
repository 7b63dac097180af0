import type { FraudKind } from '@fws/contract/conversations/model';

/** What the words of a message must have near each other for a warning. */
export interface FraudPattern {
  kind: FraudKind;
  /** Each pair stands close together. */
  pairs: readonly (readonly [RegExp, RegExp])[];
  /** Who describes the fraud. */
  source: string;
  /** Moving to another app is what two people who agreed on a job may do. */
  untilAward?: true;
}

const FEE = /\b(?:fees?|deposit|charges?|advance)\b|फीस|फ़ीस|शुल्क|चार्ज|डिपॉज़िट|डिपॉजिट|एडवांस/gu;
const PAY =
  /\b(?:pay|send|transfer|deposit|paid|submit|bhej\w*|jama|de do|dena)\b|भेज|जमा|ट्रांसफर|ट्रांसफ़र|चुका|देनी|देना|दें/gu;

/** Frauds that are reported in India, by the words in which they are asked for, in English, Hindi and Hindi in Latin letters. */
export const PATTERNS: readonly FraudPattern[] = [
  {
    kind: 'fee',
    pairs: [
      [
        /\b(?:registration|joining|security|refundable|verification|training|id ?card|uniform|form)\b|रजिस्ट्रेशन|पंजीकरण|जॉइनिंग|ज्वाइनिंग|सिक्योरिटी|ट्रेनिंग|वर्दी/gu,
        FEE,
      ],
      [FEE, PAY],
    ],
    source: 'RBI, BE(A)WARE (2022): online job fraud. National Career Service: no fee is asked for a job',
  },
  {
    kind: 'qr',
    pairs: [
      [
        /\b(?:qr|q\.r\.|barcode|collect request)\b|क्यूआर|क्यू आर|बारकोड/gu,
        /\b(?:receive|get|refund|credited?|milega|milenge|mil jay\w*|cash ?back)\b|मिलेगा|मिलेंगे|मिल जा|पाने|वापस|आ जाएगा|आ जाएँगे|लेने के लिए/gu,
      ],
    ],
    source: 'NPCI: nobody scans a code or enters a UPI PIN to receive money',
  },
  {
    kind: 'gift',
    pairs: [
      [
        /\b(?:gift|amazon|google ?play|itunes|steam)\b|गिफ्ट|गिफ़्ट|अमेज़न|गूगल प्ले/gu,
        /\b(?:cards?|vouchers?|redeem)\b|कार्ड|वाउचर/gu,
      ],
    ],
    source: 'RBI, BE(A)WARE (2022): payment by vouchers and gift cards',
  },
  {
    kind: 'code',
    pairs: [
      [
        /\b(?:otp|o\.t\.p|one[- ]time password|verification code|(?:upi|atm|m) ?pin|cvv|(?:six|6|four|4)[- ]digit code)\b|ओटीपी|ओ टी पी|यूपीआई पिन|एटीएम पिन/gu,
        /\b(?:tell|send|share|give|forward|read|bata\w*|bhej\w*|de do)\b|बता|भेज|शेयर|दे दो|दीजिए|दें/gu,
      ],
    ],
    source: 'RBI, BE(A)WARE (2022): never share an OTP, a PIN or a CVV',
  },
  {
    kind: 'app',
    pairs: [
      [
        /\b(?:telegram|whats ?app|signal app|imo|botim)\b|टेलीग्राम|व्हाट्सएप|व्हाट्सऐप|वॉट्सऐप/gu,
        /\b(?:come|join|contact|message|msg|chat|talk|move|ping|text|call|add|group|number|par|pe)\b|पर आ|पर बात|मैसेज|जुड़|ग्रुप|नंबर|कॉल/gu,
      ],
    ],
    source: 'I4C, Ministry of Home Affairs: job and task frauds go on in Telegram and WhatsApp',
    untilAward: true,
  },
];
