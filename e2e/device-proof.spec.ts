import { expect, expectAccessible, listCodesSentTo, test, waitForCode } from './support/fixtures.ts';
import { createPair } from './support/pairs.ts';
import { getSecondStep } from './support/accounts.ts';

const DAY_MS = 24 * 3600_000;

test('funding on a device not confirmed in 30 days asks for a code, and goes on', async ({
  open,
  person,
  product,
}) => {
  const { poster, jobId } = await createPair({ person, product }, { rows: [['Shutters', '400']] });
  await product.ask({ do: 'later', ms: 31 * DAY_MS, withoutTasks: true });
  const page = await open('phone', { as: poster });
  await page.clock.install();
  await page.goto(`/awardedjob/${jobId}`);
  await page.getByRole('button', { name: 'Fund escrow ₹400' }).click();
  const funding = page.getByRole('dialog', { name: 'Fund this milestone?' });
  const sentence = funding.getByText('FWS holds the money until you release it.');
  // A sentence has room for more than a letter in each line.
  expect((await sentence.boundingBox())?.width).toBeGreaterThan(250);
  const used = await listCodesSentTo(product, poster.mobile);
  await funding.getByRole('button', { name: 'Fund escrow ₹400' }).click();

  const proof = getSecondStep(page);
  await expect(proof.getByText(/^You have not confirmed this device/)).toBeVisible();
  await expectAccessible(page);
  const code = await waitForCode(product, poster.mobile, used);
  await proof.getByLabel('One time password').fill(code === '000000' ? '111111' : '000000');
  await expect(proof.getByText(/^This one time password is wrong/)).toBeVisible();
  await expectAccessible(page);
  await product.ask({ do: 'advance', ms: 11 * 60_000 });
  await proof.getByLabel('One time password').fill(code);
  await expect(proof.getByText(/^This one time password is no longer valid/)).toBeVisible();
  // The button is disabled until then.
  await page.clock.fastForward('00:30');
  await proof.getByRole('button', { name: 'Send again' }).click();
  const next = await waitForCode(product, poster.mobile, [...used, code]);
  await proof.getByLabel('One time password').fill(next);
  await expect(page).toHaveURL(/pay|order|checkout/i);
});
