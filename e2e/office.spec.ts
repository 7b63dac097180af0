import type { Page } from '@playwright/test';
import { expect, expectWellDrawn, test, type Person, type Product } from './support/fixtures.ts';

/** Somebody of FWS at their desk. */
async function atDesk(
  { open, person, product }: { open: OpenWindow; person: MakePerson; product: Product },
  size: 'phone' | 'desktop',
): Promise<{ page: Page; secret: string }> {
  const who = await person({ firstName: 'Nandini', lastName: 'Rao' });
  await product.ask({ do: 'appoint', userId: who.id, role: 'admin' });
  const page = await open(size, { as: who });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  const secret = (await page.locator('.adm-secret code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('First code').fill(await product.ask<string>({ do: 'code', secret }));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();
  return { page, secret };
}
type OpenWindow = (size: 'phone' | 'desktop', options: { as: Person }) => Promise<Page>;
type MakePerson = (name: { firstName: string; lastName: string }) => Promise<Person>;

test('health: what is well and what is not, on one page', async ({ open, person, product }) => {
  const { page } = await atDesk({ open, person, product }, 'phone');
  await page.getByRole('button', { name: 'Review queue' }).click();
  await page.getByRole('link', { name: 'Health' }).click();
  await expect(page.getByRole('row', { name: /^Workers Well/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Storage.*free of/ })).toBeVisible();
  await expectWellDrawn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(
    page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Health' }),
  ).toHaveAttribute('aria-current', 'page');
  await expectWellDrawn(page);
});
