import type { Page } from '@playwright/test';
import { paths } from '../web/src/platform/router/paths.ts';
import { expect, test } from './support/fixtures.ts';
import { formatDayFromNow } from './support/steps.ts';

// The page is translated by the browser into a language that FWS does not have, and work goes on.

/** Replaces the text nodes as Chrome's translation does, now and whenever the page adds some. */
async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isKept = (node: Node) => node.parentElement?.closest('[translate=no], script, style, font') != null;
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      if (root.nodeType === Node.TEXT_NODE) texts.push(root as Text);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.data.trim() === '' || isKept(text) || text.parentNode === null) continue;
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        inner.textContent = `~${text.data}`;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const begin = () => {
      // A heading that React has taken over. Until then the page is the server's.
      const heading = document.querySelector('h1');
      const isTaken = heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
      if (!isTaken) return void setTimeout(begin, 20);
      document.documentElement.classList.add('translated-ltr');
      translate(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes, target, type } of records)
          if (type === 'characterData') translate(target);
          else for (const node of addedNodes) translate(node);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    };
    document.addEventListener('DOMContentLoaded', begin);
  });
}

/**
 * Chrome may translate a part of the page before React has hydrated it. React then reports this error and renders the
 * part again, and work goes on.
 */
const HYDRATION_ERROR = /React error #418/;

const expectTranslated = (page: Page) => expect(page.locator('h1 font font').first()).toContainText('~');

test('a job is posted on a translated page', async ({ open, person }) => {
  const page = await open('phone', { expected: HYDRATION_ERROR, as: await person() });
  await translatePage(page);
  await page.goto('/');
  await expectTranslated(page);
  await page.goto(paths.postJob());
  await expectTranslated(page);
  const title = 'Paint 3BHK flat';
  await page.getByLabel('Job title').fill(title);
  await page.getByRole('button', { name: 'Use Current Location' }).click();
  await expect(page.locator('#location')).toHaveValue(/Pune/);
  await page.locator('#takeWorkOn').fill(formatDayFromNow(3));
  await page.locator('#amountText').fill('4000');
  await page.locator('button[type=submit]').last().click();
  await expect(page).toHaveURL(/mycontracts/);
  await expect(page.getByText(title).first()).toBeVisible();
  // Errors appear and go, one after the other.
  await page.goto(paths.postJob());
  await expectTranslated(page);
  await page.locator('button[type=submit]').last().click();
  await expect(page.locator('.error-summary')).toContainText('~Please give the job a title');
  await expect(page.locator('.error-summary')).toBeFocused();
  await page.locator('#title').fill('x');
  await expect(page.locator('.error-summary')).not.toContainText('Please give the job a title');
});

test('money and what changes stay right on a translated page', async ({ open, person, product }) => {
  const poster = await person();
  const worker = await person({ identity: 'verified' });
  const { jobId } = await product.ask<{ jobId: number }>({
    do: 'job',
    poster,
    worker,
    job: { rows: [['All of it', '900']], fund: [1], request: [1] },
  });
  const page = await open('phone', { expected: HYDRATION_ERROR, as: poster });
  await translatePage(page);
  await page.goto(paths.awardedJob(jobId));
  await expectTranslated(page);
  await expect(page.locator('.money').first()).toHaveText('₹900');
  await expect(page.locator('.money font')).toHaveCount(0);
  // Without a refusal by React, the release goes through its dialog and changes the screen.
  await page.locator('main button', { hasText: 'Release' }).first().click();
  await page
    .getByRole('dialog')
    .locator('button[type=submit], .btn.primary, button')
    .filter({ hasText: 'Release' })
    .last()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/Released/).first()).toBeVisible();
  for (const path of [
    paths.home(),
    paths.profile(),
    paths.connects(),
    paths.notifications(),
    paths.postedJobs(),
  ]) {
    await page.goto(path);
    await expectTranslated(page);
  }
});

test('a text that changes is seen, and does not stay as it was translated', async ({
  open,
  person,
  product,
}) => {
  const poster = await person();
  for (const title of ['First pump', 'Second pump'])
    await product.ask({ do: 'post', poster, values: { title } });
  const page = await open('desktop', { expected: HYDRATION_ERROR, as: await person() });
  await translatePage(page);
  await page.goto('/?search=pump');
  await expect(page.locator('.count')).toContainText('~');
  const before = await page.locator('.count').innerText();
  await page.getByRole('searchbox').fill('Second pump first unknownword');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('main')).not.toContainText('Something went wrong');
  await page.getByRole('searchbox').fill('pump');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('.count')).toHaveText(before);
});
