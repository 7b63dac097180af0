import { expect, test } from 'vitest';
import type { OpenedScreen } from '@fws/contract/platform/opened-screen';
import { addLaterParts, addParts, listFirstCalls, listStyles } from './page-parts.ts';

const files = {
  messages: {
    en: { start: ['start.en.js'], payouts: ['payouts.en.js'] },
    hi: { start: ['start.hi.js'], payouts: ['payouts.hi.js'] },
  },
  messageTable: ['tables.js', 'tables.css'],
  screenTable: ['tables.js', 'tables.css'],
  screens: {
    'payouts/Payment.tsx': ['Payment.js', 'Payment.css', 'cover.svg'],
    'quotes/Job.tsx': ['Job.js', 'Job.css'],
  },
};
const page = `<head><!-- files ${JSON.stringify(files)} --><script src="/app.js"></script></head><link rel="stylesheet" href="/start.css">`;
const payment: OpenedScreen = {
  modules: ['payouts/Payment.tsx'],
  areas: ['payouts'],
  isFurther: true,
  calls: [{ name: 'wallet', body: '{"limit":"<1>"}' }],
};

const readParts = (html: string): unknown => JSON.parse(/id="parts">(.*?)<\/script>/.exec(html)?.[1] ?? '');

const listLinks = (html: string): string[] =>
  [...html.matchAll(/<link ([^>]*)>/g)].map(([, attributes = '']) => attributes);

test('links each file of the tables and the screen once, style sheets last', () => {
  expect(listLinks(addParts(page, payment, []))).toEqual([
    'rel="modulepreload" crossorigin href="/tables.js"',
    'rel="modulepreload" crossorigin href="/Payment.js"',
    'rel="preload" as="image" href="/cover.svg"',
    'rel="stylesheet" href="/start.css"',
    'rel="stylesheet" crossorigin href="/tables.css"',
    'rel="stylesheet" crossorigin href="/Payment.css"',
  ]);
});

test('links the application before the screen', () => {
  const html = addParts(page, payment, []);
  expect(html.indexOf('/app.js')).toBeLessThan(html.indexOf('href="/Payment.js"'));
});

test('names the messages of both languages, and the calls to send', () => {
  const html = addParts(page, payment, listFirstCalls(payment, 'guest'));
  expect(readParts(html)).toEqual({
    en: ['start.en.js', 'payouts.en.js'],
    hi: ['start.hi.js', 'payouts.hi.js'],
    files: [],
    calls: ['current_user?{}', 'wallet?{"limit":"<1>"}'],
  });
  expect(html).not.toContain('<1>');
});

test('names the files of a rendered page, which loads them later', () => {
  const html = addLaterParts(page, payment);
  expect(readParts(html)).toMatchObject({
    en: ['start.en.js', 'payouts.en.js'],
    files: ['tables.js', 'tables.css', 'Payment.js', 'Payment.css', 'cover.svg'],
  });
  expect(listLinks(html)).toEqual(['rel="stylesheet" href="/start.css"']);
});

test('leaves the tables out where the screen needs none', () => {
  const home: OpenedScreen = { modules: ['search/JobsList.tsx'], areas: [], isFurther: false, calls: [] };
  expect(listLinks(addParts(page, home, []))).toEqual(['rel="stylesheet" href="/start.css"']);
});

test('names the start and the table of screens for an address that has no screen', () => {
  const html = addParts(page, undefined, []);
  expect(readParts(html)).toMatchObject({ en: ['start.en.js'] });
  expect(listLinks(html)).toEqual([
    'rel="modulepreload" crossorigin href="/tables.js"',
    'rel="stylesheet" href="/start.css"',
    'rel="stylesheet" crossorigin href="/tables.css"',
  ]);
});

test('asks for the counts of a user only', () => {
  expect(listFirstCalls(payment, 'user').map(({ name }) => name)).toEqual([
    'current_user',
    'notification_read_status',
    'conversation_counts',
    'wallet',
  ]);
});

test('lists the style sheets of a rendered screen', () => {
  expect(listStyles(page, { ...payment, modules: ['quotes/Job.tsx'] })).toEqual(['Job.css']);
});

test('changes nothing in a page that was not built', () => {
  expect(addParts('<head></head>', payment, [])).toBe('<head></head>');
});
