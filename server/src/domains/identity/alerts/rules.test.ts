import { expect, test } from 'vitest';
import { ALERT_KINDS, type AlertKind } from '@fws/contract/identity/model';
import type { AlertFacts } from '@fws/contract/identity/alerts/schemas';
import { createKeyring } from '../../../platform/keys.ts';
import { buildAlertTexts } from './messages.ts';
import {
  buildAlertLink,
  selectAlertContacts,
  isAlertMac,
  isExpired,
  isTrustedContact,
  shortenUpiId,
} from './rules.ts';

const secret = Buffer.from('a secret of the server, long enough');
const keyring = createKeyring(secret);
const alert = { id: 123_456_789, nonce: Buffer.alloc(16, 7) };
const parseMac = (link: string) => link.slice(link.lastIndexOf('/not-me/') + `/not-me/${alert.id}-`.length);

test('accepts the secret part of a link only for its alert, its nonce and the key of the server', () => {
  const link = buildAlertLink('https://fws.example', keyring.current, alert);
  expect(link).toMatch(/^https:\/\/fws\.example\/not-me\/123456789-[\w-]{22}$/);
  const mac = parseMac(link);
  expect(isAlertMac(keyring, alert, mac)).toBe(true);
  const another = Buffer.from('another secret');
  expect(isAlertMac(createKeyring(another), alert, mac)).toBe(false);
  expect(isAlertMac(createKeyring(another, secret), alert, mac)).toBe(true);
  expect(isAlertMac(keyring, { ...alert, id: 1 }, mac)).toBe(false);
  expect(isAlertMac(keyring, { ...alert, nonce: Buffer.alloc(16, 8) }, mac)).toBe(false);
  for (const wrong of ['', 'x', mac.slice(1), `${mac}x`, `${mac.slice(0, -2)}AA`])
    expect(isAlertMac(keyring, alert, wrong), wrong).toBe(false);
});

test('expires a link after thirty days', () => {
  const at = new Date('2026-11-20T05:01:00Z');
  expect(isExpired(at, new Date('2026-12-20T05:01:00Z'))).toBe(false);
  expect(isExpired(at, new Date('2026-12-20T05:01:01Z'))).toBe(true);
});

test('trusts a contact that was verified, and before the given time', () => {
  const [before, then, after] = [1, 2, 3].map((hour) => new Date(Date.UTC(2026, 10, 20, hour)));
  if (!before || !then || !after) throw new Error('three times');
  expect(isTrustedContact(null, null)).toBe(false);
  expect(isTrustedContact(after, null)).toBe(true);
  expect(isTrustedContact(before, then)).toBe(true);
  expect(isTrustedContact(then, then)).toBe(false);
  expect(isTrustedContact(after, then)).toBe(false);
});

test('sends an alert to trusted contacts, and instead of a changed one to its former value', () => {
  const [early, late] = [new Date(1_000), new Date(3_000)];
  const user = {
    mobile: '+919000000001',
    email: 'asha@mail.example',
    mobile_verified_at: early,
    email_verified_at: early,
    contacts_trusted_before: null,
  };
  expect(selectAlertContacts(user)).toEqual({ mobile: user.mobile, email: user.email });
  expect(selectAlertContacts({ ...user, email_verified_at: null })).toEqual({
    mobile: user.mobile,
    email: '',
  });
  expect(selectAlertContacts(user, { mobile: '+919000000009' })).toEqual({
    mobile: '+919000000009',
    email: user.email,
  });
  const doubted = { ...user, email_verified_at: late, contacts_trusted_before: new Date(2_000) };
  expect(selectAlertContacts(doubted)).toEqual({ mobile: user.mobile, email: '' });
});

/** The characters of GSM 03.38 that count as one. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;
const TWO_SEGMENTS = 2 * 153;

const bank: AlertFacts = {
  account: {
    kind: 'bank',
    bankName: 'भारतीय स्टेट बैंक',
    ending: '8802',
    upiId: '',
    nameAtBank: 'इमरान शेख',
  },
  before: 'State Bank of India ··4417',
  amountPaise: 99_99_99_999_50,
};
const upi: AlertFacts = {
  ...bank,
  account: { kind: 'upi', bankName: '', ending: '', upiId: `${'a'.repeat(250)}@okbank`, nameAtBank: '' },
};
const cases = ALERT_KINDS.flatMap((kind): [AlertKind, string, AlertFacts][] => [
  [kind, 'bank', bank],
  [kind, 'upi', upi],
]);

test.each(cases)('the text message of %s (%s) fits two segments of the GSM alphabet', (kind, _, facts) => {
  const content = {
    kind,
    facts,
    device: 'Samsung Internet · Android',
    address: '2001:db8:ffff:ffff:ffff::1',
  };
  const from = new Date('2026-11-21T05:01:00Z');
  const link = buildAlertLink('https://www.a-rather-long-name-of-a-site.example.in', keyring.current, alert);
  const {
    sms: { text: sms },
    mail,
  } = buildAlertTexts(content, { from, link, locale: 'en' });
  expect(sms).toMatch(GSM);
  expect(sms.length).toBeLessThanOrEqual(TWO_SEGMENTS);
  expect(sms).toContain(link);
  expect(mail.text).toContain(link);
  expect(mail.text).toContain('Internet address: 2001:db8:ffff:ffff:ffff::1');
  for (const locale of ['en', 'hi'] as const) {
    const texts = buildAlertTexts(content, { from, link, locale });
    for (const text of [texts.sms.text, texts.mail.subject, texts.mail.text])
      expect(text).not.toMatch(/identity\.|[{}]/);
  }
});

test('describes the event in the short form for SMS and the long form for e-mail', () => {
  const from = new Date('2026-11-21T05:01:00Z');
  const link = 'https://fws.example/not-me/1-abc';
  const added = {
    kind: 'payout_account_added',
    facts: bank,
    device: 'Chrome · Android',
    address: '',
  } as const;
  expect(buildAlertTexts(added, { from, link, locale: 'en' }).sms.text).toBe(
    'An account was added that your FWS money can be sent to: bank account ending 8802. It can be used from 21 Nov, 10:31 am. Not you? Stop it here: https://fws.example/not-me/1-abc',
  );
  expect(buildAlertTexts(added, { from: null, link, locale: 'en' }).mail.text).toMatch(
    /: भारतीय स्टेट बैंक ··8802\. It can be used now\.\n\nDevice: Chrome on Android\n\n/,
  );
  const used = { ...added, kind: 'payout_account_used', facts: { ...bank, amountPaise: 6_999_00 } } as const;
  expect(buildAlertTexts(used, { from: null, link, locale: 'en' }).sms.text).toMatch(
    /^Rs 6,999 is on its way/,
  );
  expect(buildAlertTexts(used, { from: null, link, locale: 'en' }).mail.text).toMatch(
    /^₹6,999 is on its way/,
  );
  expect(shortenUpiId(upi.account?.upiId ?? '')).toHaveLength(40);
  const device = { kind: 'new_device', facts: {}, device: '', address: '' } as const;
  expect(buildAlertTexts(device, { from: null, link, locale: 'en' }).sms.text).toMatch(
    /a new device: not known which\./,
  );
});
