import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { runWithCode, type CodeRecipient } from './accounts.ts';

// Steps of journeys, by role and label. Each step ends when the screen confirms it.

const DAY_MS = 24 * 3600_000;

/** The date so many days from today in India, in the format of a date input. */
export const formatDayFromNow = (days: number): string =>
  new Date(Date.now() + 5.5 * 3600_000 + days * DAY_MS).toISOString().slice(0, 10);

/** The first day that can be chosen in the open calendar. Later ones may be in another month. */
export const getFirstDay = (page: Page): Locator =>
  page
    .getByRole('dialog', { name: 'Choose a date' })
    .getByRole('button', { name: /^\d/, disabled: false })
    .first();

export interface NewJob {
  title: string;
  skill: string;
  from: string;
  to: string;
}

const attachment = path.join(import.meta.dirname, 'plan.png');

export async function postJob(page: Page, job: NewJob): Promise<void> {
  await page.goto('/postjob');
  await page.getByRole('button', { name: 'Post this Job' }).click();
  for (const message of [
    'Please give the job a title',
    'Please choose a category',
    'Please enter the amount in rupees',
  ])
    await expect(page.getByText(message).last()).toBeVisible();

  await fillJob(page, job);
  await page.getByLabel('Attachment').setInputFiles(attachment);
  await page.getByRole('button', { name: 'Post this Job' }).click();
  await expect(page.getByText('Your job is posted')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs I posted' })).toBeVisible();
}

/** Fills in the form of a new job. */
export async function fillJob(page: Page, job: NewJob): Promise<void> {
  await page.getByLabel('Job title').fill(job.title);
  await page.getByLabel('Category').selectOption('Carpentry');
  // The list of errors above becomes shorter, at once and as the title proposes skills, and what is below it moves away
  // from a pointer.
  await page.getByRole('button', { name: 'Use Current Location' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Pune/);
  await page.getByLabel('Start the work on').fill(formatDayFromNow(3));
  await page.getByRole('button', { name: 'Give a range' }).click();
  await page.getByLabel('From', { exact: true }).fill(job.from);
  await page.getByLabel('To', { exact: true }).fill(job.to);
  // A failed submit has opened the rest already, because it has no skill.
  if (await page.getByLabel('Description').isHidden()) await openMoreDetails(page);
  await page.getByLabel('Description').fill('Two wardrobes, each 2.1 m wide.');
  await replaceSkills(page, job.skill);
  await page.getByLabel('Finish the work by').fill(formatDayFromNow(20));
  await page.getByRole('radio', { name: /FWS Term Payment/ }).check();
}

/** Posts a job with as little as the form asks for, and ends on the list of posted jobs. */
export async function postShortJob(page: Page, title: string, change?: () => Promise<void>): Promise<void> {
  await page.goto('/postjob');
  await page.getByLabel('Job title').fill(title);
  await page.getByRole('button', { name: 'Use Current Location' }).click();
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Pune/);
  await page.getByLabel('Start the work on').fill(formatDayFromNow(3));
  await page.getByLabel('Budget').fill('28000');
  await change?.();
  await page.getByRole('button', { name: 'Post this Job' }).click();
  await expect(page.getByText('Your job is posted')).toBeVisible();
}

/** Opens the folded part of Post a Job. */
export const openMoreDetails = (page: Page): Promise<void> =>
  page.getByRole('main').getByText('More details').click();

/** Takes off the skills that the title proposed, and adds one. */
async function replaceSkills(page: Page, skill: string): Promise<void> {
  const proposed = page.getByRole('button', { name: /^Remove (?!photo)/ });
  while ((await proposed.count()) > 0) await proposed.first().click();
  const skills = page.getByLabel('Skills');
  await skills.fill(skill);
  await skills.press('Tab');
}

export async function sendQuote(page: Page, job: { title: string; bid: string }): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: job.title }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: job.title })).toBeVisible();
  await page.getByLabel('Your quote').fill(job.bid);
  await page.getByRole('radio', { name: 'By Terms' }).check();
  await page.getByLabel('Scope of work').fill('Plywood, channels, handles and labour. Nine working days.');
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(page.getByText('Your quote is sent')).toBeVisible();
}

/** Opens a quote, accepts it, and ends on the awarded job. */
export async function acceptRequest(
  page: Page,
  request: { title: string; worker: string; amount: string },
): Promise<void> {
  await page.goto('/mycontracts');
  await page.getByRole('link', { name: request.title }).click();
  await page.getByRole('link', { name: 'View Quote' }).first().click();
  await page
    .getByRole('dialog', { name: `Quote from ${request.worker}` })
    .getByRole('button', { name: 'Accept', exact: true })
    .click();
  await page
    .getByRole('dialog', { name: `Award this job to ${request.worker}?` })
    .getByRole('button', { name: `Accept Quote ${request.amount}` })
    .click();
  await expect(page).toHaveURL(/\/awardedjob\/\d+/);
  await expect(page.getByRole('heading', { name: request.title })).toBeVisible();
}

export type Outcome = 'Pay' | 'Fail this payment' | 'Leave without paying' | 'Leave it pending';

/** Goes from the awarded job through our pay page to the provider's checkout, and presses a button there. */
export async function pay(
  page: Page,
  amount: { short: string; exact: string },
  outcome: Outcome = 'Pay',
): Promise<void> {
  await page
    .getByRole('button', { name: `Fund escrow ${amount.short}` })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(amount.short.replace('₹', '')) })
    .click();
  await pressAtCheckout(page, amount.exact, outcome);
}

export async function pressAtCheckout(page: Page, exactAmount: string, outcome: Outcome): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\//);
  await page.getByRole('button', { name: outcome === 'Pay' ? `Pay ${exactAmount}` : outcome }).click();
}

/** The milestone at this position, from 1. */
export const getMilestone = (page: Page, position: number) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .nth(position - 1);

/** Tells on the worker's page that the work of a milestone is done. */
export async function completeWork(page: Page, milestone: Locator, note = ''): Promise<void> {
  await milestone.getByRole('button', { name: 'Mark Completed' }).click();
  const sheet = page.getByRole('dialog', { name: /^Tell .* milestone \d+ is done/ });
  await sheet.getByLabel('Note').fill(note);
  await sheet.getByRole('checkbox', { name: /^All work of/ }).check();
  await sheet.getByRole('button', { name: 'Mark completed' }).click();
  await expect(sheet).toBeHidden();
}

/** Releases what the worker asked for, on the poster's page. */
export async function releasePayment(page: Page, milestone: Locator, amount: string): Promise<void> {
  await milestone.getByRole('button', { name: `Release ${amount}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Release ${amount}` })
    .click();
}

/** Records the identity video, and continues with it to the form. */
export async function recordVideo(page: Page): Promise<void> {
  await page.goto('/verifyUser');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await takeRecording(page);
}

/** Stops the recording once it shows a picture, and continues with it to the form. */
export async function takeRecording(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Recording' })).toBeAttached();
  await expect(page.getByText(/^0:(0[1-9]|10) \/ 0:10$/)).toBeVisible();
  await expect
    .poll(() => page.locator('.kyc-cam video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect
    .poll(() => page.getByLabel('Your video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Use this video' }).click();
  await expect(page).toHaveURL(/\/ekycEdit/);
}

/** Verifies an identity by PAN. */
export async function verifyIdentity(page: Page, pan: string): Promise<void> {
  await recordVideo(page);
  await page.getByRole('radio', { name: 'PAN' }).check();
  await page.getByRole('textbox', { name: 'PAN' }).fill(pan);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Your identity is verified').first()).toBeVisible();
}

/** Withdraws from the passbook to a UPI ID that is added on the way. Ends on the passbook. */
export async function withdrawToNewUpi(
  page: Page,
  to: { amount: string; shown: string; upi: string },
  confirm: CodeRecipient = null,
): Promise<void> {
  await page.goto('/payment');
  await page.getByRole('link', { name: 'Get paid now' }).first().click();
  await expect(page).toHaveURL(/\/withdraw/);
  await page.getByLabel('Amount').fill(to.amount);
  await page.getByRole('link', { name: 'Add UPI' }).first().click();
  await page.getByLabel('UPI ID').fill(to.upi);
  await runWithCode(page, confirm, () => page.getByRole('button', { name: 'Save UPI ID' }).click());
  // The code given for adding the UPI ID counts for the withdrawal too.
  await withdrawTo(page, to);
}

/** Chooses an account, and confirms the withdrawal. */
export async function withdrawTo(
  page: Page,
  to: { shown: string; upi: string },
  confirm: CodeRecipient = null,
): Promise<void> {
  await page.getByRole('radio', { name: to.upi }).check();
  await page.getByRole('button', { name: `Withdraw ${to.shown}` }).click();
  await runWithCode(page, confirm, () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: `Withdraw ${to.shown}` })
      .click(),
  );
  await expect(page).toHaveURL(/\/payment/);
}
