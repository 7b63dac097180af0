import { expect, test } from './support/fixtures.ts';
import { ID, watchPages } from './support/watch.ts';

// That journeys notice what is wrong with a page.

test('notices ids, errors, lines of the console and failed requests', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const { problems } = await watchPages(context, /on purpose/);
  const page = await context.newPage();
  await page.route('/api/broken', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/terms-and-conditions');
  expect(problems).toEqual([]);
  await page.evaluate(async () => {
    document.body.insertAdjacentHTML('beforeend', '<p>Name: <b>quotes.part_initial</b></p>');
    document.body.insertAdjacentHTML('beforeend', '<button aria-label="web.jobs.next"></button>');
    document.body.lastElementChild?.setAttribute('title', 'security.event.added');
    document.body.append(document.createTextNode('Read plan.pdf, then quotes. accept. contracts.pdf'));
    console.error('a line of the console');
    console.error('a line on purpose');
    document.body.insertAdjacentHTML('beforeend', '<iframe sandbox srcdoc="<p>A mail</p>"></iframe>');
    await new Promise((resolve) => document.querySelector('iframe')?.addEventListener('load', resolve));
    setTimeout(() => {
      throw new Error('a handler failed');
    });
    await fetch('/api/broken');
  });
  const opening = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/privacy-policy'));
  const opened = await opening;
  await opened.waitForURL('/privacy-policy');
  await opened.evaluate(() => document.body.append('kyc.verified_title'));
  const found = (part: string) => expect.poll(() => problems.filter((problem) => problem.includes(part)));
  for (const id of ['quotes.part_initial', 'web.jobs.next', 'security.event', 'kyc.verified_title'])
    await found(`the id of a text is shown: ${id}`).toHaveLength(1);
  await found('a line of the console').toHaveLength(1);
  await found('a handler failed').toHaveLength(1);
  await found('500 /api/broken').toHaveLength(1);
  expect(problems).toHaveLength(7);
  await context.close();
});

test('tells ids from names of files, hosts and sentences', () => {
  const ids = (text: string) => ID.exec(text)?.[0];
  expect(ids('Milestone quotes.part_initial')).toBe('quotes.part_initial');
  expect(ids('“web.contracts.call”')).toBe('web.contracts.call');
  for (const text of ['photos.jpg', 'help@admin.example', 'www.search.in', 'your jobs. See', '/profile.html'])
    expect(ids(text), text).toBeUndefined();
});
