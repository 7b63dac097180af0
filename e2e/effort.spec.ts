import type { Page } from '@playwright/test';
import { expectEffort, Hand } from './support/effort.ts';
import { expect, listCodesSentTo, test, waitForCode, type Person, type Product } from './support/fixtures.ts';
import { createContacts } from './support/members.ts';
import { getFirstDay, postShortJob, withdrawToNewUpi } from './support/steps.ts';
import type { JobOptions } from './support/product-commands.ts';

// How much the most frequent tasks ask of a person on a phone: no more than this, and never more by accident.

const makeJob = (product: Product, poster: Person, worker: Person, job: JobOptions) =>
  product.ask<{ jobId: number; quoteId: number }>({ do: 'job', poster, worker, job });

const getCodeField = (page: Page) => page.getByRole('dialog').getByLabel('One time password');

test('registering', async ({ open, product }) => {
  const { mobile, email } = createContacts();
  const page = await open('phone');
  const hand = new Hand(page);
  await page.goto('/');
  await hand.tap(page.getByRole('banner').getByRole('link', { name: 'Register' }));
  const dialog = page.getByRole('dialog', { name: 'Register' });
  await hand.type(dialog.getByLabel('First name'), 'Meera');
  await hand.type(dialog.getByLabel('Last name'), 'Joshi');
  await hand.type(dialog.getByLabel('E-mail'), email);
  await hand.type(dialog.getByLabel('Mobile number'), mobile);
  await hand.type(dialog.getByRole('textbox', { name: 'Password', exact: true }), 'safe-pass-12');
  await hand.type(dialog.getByRole('textbox', { name: 'Confirm password' }), 'safe-pass-12');
  await hand.tap(dialog.getByRole('button', { name: 'Next' }));
  await hand.choose(dialog.getByRole('button', { name: 'Use Current Location' }));
  await expect(dialog.getByRole('combobox', { name: 'Location' })).toHaveValue(/Pune/);
  await hand.tap(dialog.getByRole('checkbox', { name: 'I am 18 or older' }));
  await hand.tap(dialog.getByRole('checkbox', { name: /I accept the terms/ }));
  await hand.tap(dialog.getByRole('button', { name: 'Register', exact: true }));
  const step = (title: string) => page.getByRole('dialog', { name: title }).getByLabel('One time password');
  await hand.giveCode(step('Verify your mobile number'), await waitForCode(product, `+91${mobile}`));
  await expect(step('Verify your e-mail')).toBeVisible();
  await hand.giveCode(step('Verify your e-mail'), await waitForCode(product, email));
  const welcome = page.getByRole('dialog', { name: 'Welcome to FWS' });
  await hand.tap(welcome.getByRole('button', { name: 'Find jobs' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs for you' })).toBeVisible();
  expectEffort('register', hand, { screens: 4, inputs: 7, taps: 13, codes: 2 });
});

test('posting a job', async ({ open, person }) => {
  const page = await open('phone', { as: await person() });
  const hand = new Hand(page);
  await page.goto('/postjob');
  await hand.type(page.getByLabel('Job title'), 'Paint 3BHK flat');
  await hand.choose(page.getByRole('button', { name: 'Use Current Location' }));
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Pune/);
  await hand.choose(page.getByLabel('Start the work on'), getFirstDay(page));
  await hand.type(page.getByLabel('Budget'), '28000');
  await hand.tap(page.getByRole('button', { name: 'Post this Job' }));
  await expect(page.getByText('Your job is posted')).toBeVisible();
  expectEffort('post a job', hand, { screens: 1, inputs: 5, taps: 8, codes: 0 });
});

test('quoting by terms', async ({ open, person }) => {
  const poster = await person();
  const title = `Paint a hall for ${poster.id}`;
  await postShortJob(await open('phone', { as: poster }), title);
  const page = await open('phone', { as: await person() });
  const hand = new Hand(page);
  await page.goto('/');
  await page.getByRole('link', { name: title }).tap();
  await expect(page.getByRole('radio', { name: 'By Terms' })).toBeChecked();
  await hand.type(page.getByLabel('Your quote'), '27000');
  await hand.tap(page.getByRole('button', { name: 'Submit Quote' }));
  await expect(page.getByText('Your quote is sent')).toBeVisible();
  expectEffort('quote by terms', hand, { screens: 1, inputs: 1, taps: 2, codes: 0 });
});

test('accepting a quote and paying its first milestone', async ({ open, person, product }) => {
  const [poster, worker] = [await person(), await person()];
  const { jobId } = await makeJob(product, poster, worker, { open: true, rows: [['Walls', '1500']] });
  const page = await open('phone', { as: poster });
  const hand = new Hand(page);
  await page.goto('/mycontracts');
  await hand.tap(page.getByRole('article').getByRole('link').first());
  await hand.tap(page.getByRole('link', { name: 'View Quote' }));
  await hand.tap(page.getByRole('button', { name: 'Accept', exact: true }));
  await hand.tap(page.getByRole('button', { name: 'Accept and fund ₹1,500' }));
  await hand.tap(page.getByRole('button', { name: 'Pay ₹1,500.00' }));
  await expect(page).toHaveURL(new RegExp(`/awardedjob/${jobId}`));
  await expect(page.getByText('Held in escrow').first()).toBeVisible();
  expectEffort('accept and pay', hand, { screens: 5, inputs: 0, taps: 5, codes: 0 });
});

test('releasing a requested payment from home', async ({ open, person, product }) => {
  const [poster, worker] = [await person(), await person()];
  await makeJob(product, poster, worker, { rows: [['Walls', '1500']], fund: [1], request: [1] });
  await product.ask({ do: 'advance', ms: 3_000 }); // A browser pauses after a step.
  const page = await open('phone', { as: poster });
  const hand = new Hand(page);
  await page.goto('/');
  await hand.tap(page.getByRole('main').getByRole('link', { name: /^Release ₹1,500/ }));
  await hand.tap(page.getByRole('dialog').getByRole('button', { name: /₹1,500/ }));
  await expect(page.getByText('Released').first()).toBeVisible();
  expectEffort('release from home', hand, { screens: 2, inputs: 0, taps: 2, codes: 0 });
});

test('withdrawing again', async ({ open, person, product }) => {
  const poster = await person();
  const worker = await person({ identity: 'verified' });
  await product.ask({ do: 'earn', sides: { poster, worker, rupees: '5000' } });
  const page = await open('phone', { as: worker });
  const first = { amount: '1000', shown: '₹1,000', upi: 'kabir.again@upi' };
  await withdrawToNewUpi(page, first);
  const used = await listCodesSentTo(product, worker.mobile);
  await product.ask({ do: 'advance', ms: 11 * 60_000 });

  const hand = new Hand(page);
  await page.goto('/payment');
  await hand.tap(page.getByRole('link', { name: 'Get paid now' }).first());
  await hand.type(page.getByLabel('Amount'), '1500');
  await hand.tap(page.getByRole('button', { name: 'Withdraw ₹1,500' }));
  await hand.tap(page.getByRole('dialog').getByRole('button', { name: 'Withdraw ₹1,500' }));
  await expect(getCodeField(page)).toBeVisible();
  await hand.giveCode(getCodeField(page), await waitForCode(product, worker.mobile, used));
  await expect(page).toHaveURL(/\/payment/);
  expectEffort('withdraw again', hand, { screens: 2, inputs: 1, taps: 4, codes: 1 });
});

test('inviting a worker, and saying no to an invitation', async ({ open, person, product }) => {
  const [poster, worker] = [await person(), await person()];
  await product.ask<number>({ do: 'post', poster, values: { title: 'Loft shutters' } });
  const page = await open('phone', { as: poster });
  const hand = new Hand(page);
  await page.goto(`/user-detail/${worker.id}`);
  await hand.tap(page.getByRole('button', { name: /^Invite to quote/ }));
  await expect(page.getByRole('dialog').getByRole('radio', { name: /^Loft shutters/ })).toBeChecked();
  await hand.tap(page.getByRole('button', { name: 'Send invitation' }));
  await expect(page.getByText('Invitation sent')).toBeVisible();
  expectEffort('invite a worker', hand, { screens: 1, inputs: 0, taps: 2, codes: 0 });

  const workerPage = await open('phone', { as: worker });
  const other = new Hand(workerPage);
  await workerPage.goto('/myquotes?tab=invitations');
  await other.tap(workerPage.getByRole('button', { name: /^Say no/ }));
  await expect(workerPage.getByText('You said no. You can still quote')).toBeVisible();
  expectEffort('decline an invitation', other, { screens: 1, inputs: 0, taps: 1, codes: 0 });
});
