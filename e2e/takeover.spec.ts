import type { Page } from '@playwright/test';
import { setUp } from './support/admin.ts';
import {
  waitForCode,
  listCodesSentTo,
  expect,
  expectSoundLedger,
  expectWellDrawn,
  setAppearance,
  test,
} from './support/fixtures.ts';
import { logIn } from './support/accounts.ts';
import { findAlertPath, listTextsTo } from './support/messages.ts';

// An attacker has the owner's password, and later one of their codes. The attacker uses the API; the owner uses the
// browser.

const PASSWORD = 'monsoon2026';
const NEW_PASSWORD = 'ganga-river-9';
const WRONG_CODE = 'This one time password is wrong. Please check it or ask for a new one';
const SPENT_CODE = 'This one time password is no longer valid. Please ask for a new one';

/** A client of the API that sends its own token. */
class Attacker {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  async call(name: string, fields: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.#url}/api/${name}`, {
      method: 'POST',
      headers: this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` },
      body: new URLSearchParams(fields),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (typeof answer['auth_token'] === 'string') this.#token = answer['auth_token'];
    return answer;
  }

  async logIn(identifier: string): Promise<number> {
    const answer = await this.call('user_login', { user_name: identifier, password: PASSWORD });
    const [user] = (answer['data'] ?? []) as { auth_token: string }[];
    this.#token = user?.auth_token ?? '';
    return Number(answer['status']);
  }
}

/** An account of the attacker, with the owner's name as its holder. Its bank returns another name. */
const foreignAccount = {
  account_number: '918020053333',
  confirm_account_number: '918020053333',
  ifsc_code: 'HDFC0000123',
  bank_name: '',
  account_holder_name: 'Asha Kale',
  address: '',
};

test('a stolen password takes nothing, and the owner undoes the use of one stolen code with one tap', async ({
  open,
  person,
  product,
}) => {
  const poster = await person({ firstName: 'Meera' });
  const owner = await person({
    firstName: 'Asha',
    lastName: 'Kale',
    identity: 'verified',
    password: PASSWORD,
  });
  await product.ask({ do: 'earn', sides: { poster, worker: owner, rupees: '6999' } });
  const ownerPage = await open('phone');
  await logIn(ownerPage, product, { mobile: owner.mobile, password: PASSWORD });
  await addUpi(ownerPage, 'asha@okbank');
  // The last message that this sends to the owner.
  await findAlertPath(product, owner.mobile, /^An account was added .* asha@okbank\./);
  const textCountBefore = (await listTextsTo(product, owner.mobile)).length;
  const attacker = new Attacker(product.url);
  const usedBefore = await listCodesSentTo(product, owner.mobile);

  await test.step('the password alone adds, changes and takes nothing', async () => {
    expect(await attacker.logIn(owner.mobile)).toBe(200);
    await findAlertPath(product, owner.mobile, /^Your FWS account was opened on a new device: /);
    const refused = { status: 403, step_up: 'device' };
    const attempts: [string, Record<string, string>][] = [
      ['add_bank_account', foreignAccount],
      ['add_upi_payout', { upi_id: 'other@okbank' }],
      ['update_upi_payout', { edit_id: '1', upi_id: 'other@okbank' }],
      ['withdraw_request', { request_amount: '6999', request_bank_id: '1' }],
      ['update_mobile', { mobile_number: '9000099999' }],
      ['update_email', { email_id: 'attacker@mail.example' }],
      ['session_end_others', {}],
      ['wallet', {}],
    ];
    for (const [name, fields] of attempts)
      expect(await attacker.call(name, fields), name).toMatchObject(refused);
    // A code is sent to the owner, and guesses are limited.
    expect(await attacker.call('send_otp_mobile', { mobile_number: owner.mobile })).toMatchObject({
      status: 200,
    });
    const right = await waitForCode(product, owner.mobile, usedBefore);
    const guess = (otp: string) => attacker.call('verify_mobile', { mobile_number: owner.mobile, otp });
    for (let n = 0; n < 5; n++)
      expect(await guess(right === `00000${n}` ? '999999' : `00000${n}`)).toMatchObject({
        status: 422,
        errors: { otp: WRONG_CODE },
      });
    expect(await guess(right)).toMatchObject({ status: 422, errors: { otp: SPENT_CODE } });
    expect(await attacker.call('wallet')).toMatchObject({ status: 403 });
    // The owner was alerted to the login and received that one code, and nothing else.
    const newTexts = (await listTextsTo(product, owner.mobile)).slice(0, -textCountBefore);
    expect(newTexts).toHaveLength(2);
  });

  let path = '';
  await test.step('with one code the account is added in another name and waits, and the owner is alerted', async () => {
    await product.ask({ do: 'advance', ms: 31_000 });
    const used = await listCodesSentTo(product, owner.mobile);
    await attacker.call('send_otp_mobile', { mobile_number: owner.mobile });
    const otp = await waitForCode(product, owner.mobile, used);
    await attacker.call('verify_mobile', { mobile_number: owner.mobile, otp });
    const added = await attacker.call('add_bank_account', foreignAccount);
    expect(added).toMatchObject({
      status: 200,
      data: [{ name_at_bank: 'ANOTHER PERSON', wait_reason: 'other_name' }],
    });
    const [account] = added['data'] as { id: number; usable_from: string | null }[];
    expect(account?.usable_from).not.toBeNull();
    expect(
      await attacker.call('withdraw_request', {
        request_amount: '6999',
        request_bank_id: String(account?.id),
      }),
    ).toMatchObject({ status: 409 });
    path = await findAlertPath(product, owner.mobile, /^An account was added .* ending 3333\./);
    await findAlertPath(product, owner.email, /^An account was added .* HDFC Bank ··3333\./);
  });

  await test.step('the link shows what happened and changes nothing by itself', async () => {
    const page = await open('phone');
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Did you add this account?' })).toBeVisible();
    await expect(page.getByText('ANOTHER PERSON')).toBeVisible();
    for (const text of ['Withdrawals stop at once.', 'The account ending 3333 is removed.'])
      await expect(page.getByText(text)).toBeVisible();
    for (const size of ['phone', 'desktop'] as const)
      for (const theme of ['light', 'dark'] as const) {
        await setAppearance(page, { size, theme });
        await expectWellDrawn(page);
      }
    await expect(ownerPage.getByRole('radio', { name: 'asha@okbank' })).toBeVisible();
    expect(await attacker.call('current_user')).toMatchObject({ status: 200 });
    await page.close();
  });

  const page = await open('phone');
  await test.step('"This was not me" closes the account to everybody', async () => {
    await page.goto(path);
    await page.getByRole('button', { name: 'This was not me' }).click();
    await expect(
      page.getByRole('heading', { name: 'Your account is closed to everybody else' }),
    ).toBeVisible();
    await expectWellDrawn(page);
    for (const call of ['current_user', 'wallet', 'bank_account_list'])
      expect(await attacker.call(call), call).toMatchObject({ status: 401 });
    expect(await new Attacker(product.url).logIn(owner.mobile)).toBe(401);
    // The owner's own session ends too.
    await expect(ownerPage.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    for (const to of [owner.mobile, owner.email])
      await expect
        .poll(async () => (await listTextsTo(product, to)).find((text) => text.startsWith('You told')))
        .toMatch(/^You told (FWS|us).*(this was not me|was not you)/);
  });

  await test.step('the owner sets a new password with a code and logs in', async () => {
    const used = await listCodesSentTo(product, owner.mobile);
    await page.getByRole('button', { name: 'Set a new password' }).click();
    await page.getByLabel('E-mail or mobile number').fill(owner.mobile);
    await page.getByRole('button', { name: 'Send code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset password' });
    await dialog.getByLabel('One time password').fill(await waitForCode(product, owner.mobile, used));
    await dialog.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
    await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    const login = page.getByRole('dialog', { name: 'Login' });
    await expect(login).toBeVisible();
    await logIn(page, product, { mobile: owner.mobile, password: NEW_PASSWORD });
    expect(await new Attacker(product.url).logIn(owner.mobile)).toBe(401);
  });

  await test.step('the added account is gone, the money is kept, and withdrawals are stopped', async () => {
    for (const screen of ['/payment', '/withdraw', '/bankList?amount=100', '/UPIList?amount=100']) {
      await page.goto(screen);
      await expect(page.getByText('Withdrawals are stopped', { exact: true }).first()).toBeVisible();
      await expectWellDrawn(page);
    }
    await page.goto('/payment');
    await expect(page.getByText('₹6,999.00').first()).toBeVisible();
    await page.goto('/addbank');
    await expect(page.getByText(/^Withdrawals are stopped, because you told us/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save account' })).toBeDisabled();
    await page.goto('/bankList');
    await expect(page.getByText('3333')).toBeHidden();
  });

  await test.step('support confirms the owner and allows withdrawals again', async () => {
    const support = await person({ firstName: 'Vikram', lastName: 'Rao' });
    await product.ask({ do: 'grantRole', userId: support.id, role: 'support' });
    const desk = await open('desktop', { as: support });
    await setUp(desk, product);
    await desk.goto(`/admin/users/${owner.id}`);
    await expect(desk.getByText(/^Withdrawals are stopped since/)).toBeVisible();
    await expectWellDrawn(desk);
    await desk
      .getByLabel('How did you make sure that it is the user?')
      .fill('Called back; three answers right');
    await desk.getByRole('button', { name: 'Allow withdrawals again' }).click();
    await expect(desk.getByText('They can withdraw again, and have been told').first()).toBeVisible();
    await expect(desk.getByText(/^Withdrawals are stopped since/)).toBeHidden();
    await page.goto('/payment');
    await expect(page.getByRole('link', { name: 'Get paid now' }).first()).toBeVisible();
    await expect(page.getByText('Withdrawals are stopped', { exact: true })).toBeHidden();
  });
  await expectSoundLedger(product);
});

for (const locale of ['en', 'hi'] as const)
  test(`a signed-in owner confirms an added account, and an invalid link offers support (${locale})`, async ({
    open,
    person,
  }) => {
    const owner = await person({ firstName: 'Asha', identity: 'verified', password: PASSWORD });
    const page = await open('desktop', { as: owner, locale });
    await addUpi(page, 'asha@okbank');
    await page.goto('/notifications');
    await page.locator('a[href^="/not-me/"]').first().click();
    await expect(page.getByText('asha@okbank').first()).toBeVisible();
    for (const size of ['phone', 'desktop'] as const) {
      await setAppearance(page, { size, theme: 'light' });
      await expectWellDrawn(page);
    }
    const yes = { en: 'Yes, I added it', hi: 'हाँ, मैंने जोड़ा' }[locale];
    await page.getByRole('button', { name: yes }).click();
    await expect(page.getByRole('button', { name: yes })).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: yes })).toBeHidden();
    await expectWellDrawn(page);

    await page.goto('/not-me/987654321-AAAAAAAAAAAAAAAAAAAAAA');
    const support = { en: 'Write to support', hi: 'सपोर्ट को लिखें' }[locale];
    await expect(page.getByRole('link', { name: support })).toBeVisible();
    await expectWellDrawn(page);
  });

async function addUpi(page: Page, upiId: string): Promise<void> {
  await page.goto('/addUPI?amount=100');
  await page.locator('#upiId').fill(upiId);
  await page.locator('form button[type="submit"]').click();
  await expect(page.getByRole('radio', { name: upiId })).toBeVisible();
}
