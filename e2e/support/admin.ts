import type { Page } from '@playwright/test';
import { expect, type Person, type Product } from './fixtures.ts';

type Role = 'support' | 'finance' | 'admin';

/** Sets up the second factor of a new admin in their window, which ends in the admin area. */
export async function setUp(page: Page, product: Product): Promise<{ secret: string; recovery: string }> {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  const secret = (await page.locator('.adm-secret code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('First code').fill(await product.ask<string>({ do: 'code', secret }));
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const recovery = await page.locator('.adm-codes li').first().innerText();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();
  return { secret, recovery };
}

/** Opens the admin area as a new admin. */
export async function openAdminPage(
  {
    open,
    person,
    product,
  }: {
    open: (size: 'desktop', as: { as: Person }) => Promise<Page>;
    person: (name: { firstName: string; lastName: string }) => Promise<Person>;
    product: Product;
  },
  role: Role,
  firstName: string,
) {
  const admin = await person({ firstName, lastName: 'Rao' });
  await product.ask({ do: 'grantRole', userId: admin.id, role });
  const page = await open('desktop', { as: admin });
  return { page, ...(await setUp(page, product)) };
}

/** Opens the waiting case of one kind that has this title. */
export async function openCase(
  page: Page,
  kind: 'report' | 'appeal' | 'contest',
  title: string,
): Promise<void> {
  await page.goto(`/admin?only=${kind}`);
  await page.locator(`a[href^="/admin/${kind}/"]`, { hasText: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
}
