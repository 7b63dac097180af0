import { expect, test } from 'vitest';
import type { OpenedScreen } from '@fws/contract/platform/opened-screen';
import { addParts, listFirstCalls, listStyles } from './page-parts.ts';

const files = {
  messages: {
    en: { start: ['start.en.js'], payouts: ['payouts.en.js'] },
    hi: { start: ['start.hi.js'], payouts: ['payouts.hi.js'] },
  },
  messageTable: ['tables.js', 'tables.css'],
  screenTable: ['tables.js', 'tables.css'],
  screens: { 'payouts/Payment.tsx': ['Payment.js', 'Payment.css'], 'quotes/Job.tsx': ['Job.js', 'Job.css'] },
};
const page = `<head><!-- files ${JSON.stringify(files)} --></head>`;
const payment: OpenedScreen = {
  modules: ['payouts/Payment.tsx'],
  areas: ['payouts'],
  isFurther: true,
  calls: [{ name: 'wallet', body: '{"limit":"<1>"}' }],
};

const readParts = (html: string): unknown => JSON.parse(/id="parts">(.*)<\/script>/.exec(html)?.[1] ?? '');

test('names each file once: the messages of both languages, the tables and the screen, and the calls to send', () => {
  const html = addParts(page, payment, listFirstCalls(payment, 'guest'));
  expect(readParts(html)).toEqual({
    en: ['start.en.js', 'payouts.en.js'],
    hi: ['start.hi.js', 'payouts.hi.js'],
    files: ['tables.js', 'tables.css', 'Payment.js', 'Payment.css'],
    calls: ['current_user?{}', 'wallet?{"limit":"<1>"}'],
  });
  expect(html).not.toContain('<1>');
});

test('leaves the tables out where the screen needs none', () => {
  const home: OpenedScreen = { modules: ['search/JobsList.tsx'], areas: [], isFurther: false, calls: [] };
  expect(readParts(addParts(page, home, []))).toMatchObject({ files: [], calls: [] });
});

test('names the start and the table of screens for an address that has no screen', () => {
  expect(readParts(addParts(page, undefined, []))).toMatchObject({
    en: ['start.en.js'],
    files: ['tables.js', 'tables.css'],
  });
});

test('asks for the unread count of a user only', () => {
  expect(listFirstCalls(payment, 'user').map(({ name }) => name)).toEqual([
    'current_user',
    'notification_read_status',
    'wallet',
  ]);
});

test('lists the style sheets of a rendered screen', () => {
  expect(listStyles(page, { ...payment, modules: ['quotes/Job.tsx'] })).toEqual(['Job.css']);
});

test('changes nothing in a page that was not built', () => {
  expect(addParts('<head></head>', payment, [])).toBe('<head></head>');
});
