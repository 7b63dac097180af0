import { expect, test } from 'vitest';
import { NOTIFICATION_TYPES } from '@fws/contract/notifications/model';
import { LOCALES } from '@fws/contract/platform/messages';
import { buildContent, toPlainText, type Told } from './content.ts';
import { buildMail } from './mail.ts';
import { listRegisteredTexts } from './templates.ts';

const ASKED: Told = {
  type: 'payment_requested',
  values: {
    worker: 'Imran Shaikh',
    amount: '₹24,000',
    milestone: 'Carcass and shutters',
    job: 'Modular kitchen',
    time: '2026-11-23T05:10:00.000Z',
  },
  path: '/contracts/4821',
};
const QUOTED: Told = {
  type: 'quote_received',
  values: { worker: 'Asha', amount: '₹900', job: 'Paint “two” rooms' },
  path: '/requestlist/7',
};
const STARTED: Told = {
  type: 'work_started',
  values: { worker: 'Imran', milestone: 'quotes.part_initial' },
  path: '/mycontractsdetail/7',
};

test('says what happened, and what happens when without an answer', () => {
  expect(buildContent('en', [ASKED])).toMatchObject({
    template: 'payment_requested',
    group: 'money',
    title: 'Payment asked',
    text: 'Imran Shaikh asks for ₹24,000 for Carcass and shutters. Without an answer it is released by itself on 23 Nov, 10:40 am.',
    smsText:
      'Imran Shaikh asks for Rs 24,000 for Carcass and shutters. Without an answer it is released by itself on 23 Nov, 10:40 am.',
    templateValues: ['Imran Shaikh', '₹24,000', 'Carcass and shutters', '23 Nov, 10:40 am'],
    path: '/contracts/4821',
    button: 'See the work and release',
    parts: [],
  });
  expect(buildContent('hi', [ASKED])).toMatchObject({
    title: 'भुगतान माँगा गया',
    button: 'काम देखें और पैसा जारी करें',
  });
});

test('a payment that was asked for before an upgrade names no time', () => {
  const { time: _, ...values } = ASKED.values;
  expect(buildContent('en', [{ ...ASKED, values }]).text).toBe(
    'Imran Shaikh asks for ₹24,000 for Carcass and shutters',
  );
});

test('text messages are written in plain characters, with values cut to what templates take', () => {
  const job = 'Modular kitchen “fitting” for a flat with two bedrooms';
  const content = buildContent('en', [{ ...QUOTED, values: { ...QUOTED.values, job } }]);
  expect(content.smsText).toBe('Asha quoted Rs 900 for Modular kitchen "fitting" f...');
  expect(content.text).toBe(`Asha quoted ₹900 for ${job}`);
  for (const value of content.templateValues) expect(value.length).toBeLessThanOrEqual(30);
});

test.each([
  ['Pay at https://evil.example/x?y=1 now', 'Pay at ••••• now'],
  ['call 98765 43210', 'call •••••'],
  ['Paint 2.5 rooms, 3rd floor. In Pune', 'Paint 2.5 rooms, 3rd floor. In Pune'],
])('hides a link or a number that somebody wrote: %s', (job, shown) => {
  const content = buildContent('en', [{ ...QUOTED, values: { ...QUOTED.values, job } }]);
  expect(content.text).toBe(`Asha quoted ₹900 for ${shown}`);
  expect(content.smsText).not.toContain('•');
});

test('several events become one message that counts them', () => {
  const content = buildContent('en', [QUOTED, QUOTED, STARTED]);
  expect(content).toMatchObject({
    template: 'bundle',
    group: null,
    title: '3 new notifications',
    text: 'New quote (2), Work started',
    smsText: '3 new notifications: New quote (2), Work started',
    templateValues: ['3', 'New quote (2), Work started'],
    path: '/notifications',
  });
  expect(content.parts.map(({ text }) => text)).toEqual([
    'Asha quoted ₹900 for Paint “two” rooms',
    'Asha quoted ₹900 for Paint “two” rooms',
    'Imran started Initial',
  ]);
});

test('a mail escapes what people wrote and has the same links in text and HTML', () => {
  const links = {
    open: 'https://fws.example/s/abc',
    settings: 'https://fws.example/notificationSettings',
    unsubscribe: 'https://fws.example/unsubscribe/1-quotes-x',
  };
  const told = { ...QUOTED, values: { ...QUOTED.values, job: '<script>alert(1)</script>' } };
  const mail = buildMail('en', buildContent('en', [told]), links);
  expect(mail.html).not.toContain('<script');
  expect(mail.html).toContain('&lt;script>alert(1)&lt;/script>');
  expect(mail.subject).toBe('Asha quoted ₹900 for <script>alert(1)</script>');
  for (const link of Object.values(links)) {
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(link);
  }
  expect(buildMail('en', buildContent('en', [told]), { ...links, unsubscribe: null }).html).not.toContain(
    'Stop these e-mails',
  );
});

test('every type has a text for each channel in every language, without plurals that nobody can register', () => {
  const texts = listRegisteredTexts();
  for (const locale of LOCALES)
    for (const type of NOTIFICATION_TYPES) {
      const text = texts.find((each) => each.locale === locale && each.template === type);
      expect(text, type).toBeDefined();
      expect(`${text?.sms} ${text?.whatsApp}`, type).not.toMatch(/[{,] ?plural|₹|undefined/);
      expect(text?.sms, type).toMatch(/\{#var#\}/);
    }
});

test('the values of a message fill the text that is registered for it', () => {
  const registered = listRegisteredTexts().find(
    ({ template, locale }) => template === 'payment_requested' && locale === 'en',
  );
  const { smsText, templateValues } = buildContent('en', [ASKED]);
  const values = [...templateValues, 'https://fws.example/s/abc'].map(toPlainText);
  const filled = registered?.sms.replace(/\{#var#\}/g, () => values.shift() ?? '?');
  expect(filled).toBe(`FWS: ${smsText} https://fws.example/s/abc`);
  expect(values).toEqual([]);
});
