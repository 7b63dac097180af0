import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { provideChromium } from '../../../scripts/testing/chromium.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { getCookieName } from '../../../server/src/platform/http/cookies.ts';
import type { Product } from './product.ts';

export interface Browser {
  context: BrowserContext;
  /** For Lighthouse, which opens its own tabs with the same cookies and storage. */
  port: number;
  close(): Promise<void>;
}

/** Opens a browser with its own profile, which keeps the session, and trusts the certificate of the product's proxy. */
export async function openBrowser({ publicKeyHash }: Product): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'fws-budgets-profile-'));
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: provideChromium(process.env),
    args: [
      `--remote-debugging-port=${port}`,
      ...(publicKeyHash === undefined ? [] : [`--ignore-certificate-errors-spki-list=${publicKeyHash}`]),
    ],
    viewport: { width: 412, height: 823 },
    locale: 'en-IN',
    // First visits are measured: a worker would answer the later ones from its cache.
    serviceWorkers: 'block',
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

/** Signs in. Then opens the app once, so that the profile is that of a returning user. */
export async function signIn(
  { context }: Browser,
  product: Product,
  name: Parameters<Product['startSession']>[0],
): Promise<void> {
  const { url } = product;
  const secure = url.startsWith('https:');
  const value = await product.startSession(name);
  await context.addCookies([{ name: getCookieName(secure), value, url, secure }]);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await page.waitForFunction(() => localStorage.getItem('isLoggedIn') === 'true');
  await page.close();
}
