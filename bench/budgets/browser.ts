import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { provideChromium } from '../../scripts/testing/chromium.ts';
import { freePort } from '../../server/test/port.ts';
import type { Product } from './product.ts';

export interface Browser {
  context: BrowserContext;
  /** For Lighthouse, which opens its own tabs with the same cookies and storage. */
  port: number;
  close(): Promise<void>;
}

/** A browser with a profile of its own; who signs in stays signed in. */
export async function openBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'fws-budgets-profile-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: provideChromium(process.env),
    args: [`--remote-debugging-port=${port}`],
    viewport: { width: 412, height: 823 },
    locale: 'en-IN',
  });
  return {
    context,
    port,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** As a person does it, so that the browser remembers what a returning user's browser does. */
export async function signIn({ context }: Browser, { url, login }: Product): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.locator('input[type=text]').first().fill(login.identifier);
  await page.locator('input[type=password]').fill(login.password);
  await page.keyboard.press('Enter');
  await page.locator('article').first().waitFor();
  await page.close();
}
