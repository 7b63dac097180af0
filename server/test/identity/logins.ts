import { createHash } from 'node:crypto';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { World } from '../world.ts';
import { Browser } from './browser.ts';
import { buildRegistrationForm } from './registration.ts';
import { waitForCode, toWrongCode, readOutbox } from './codes.ts';

export const PASSWORD = 'monsoon2026';
export const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36';

interface Member {
  id: number;
  email: string;
  mobile: string;
}

/** Creates steps for tests of logins. Each step reads the world when it runs, because tests create it later. */
export function createLoginSteps(world: () => World) {
  /** Registers a user by a client without cookies, with both contacts verified. */
  async function createMember(): Promise<Member> {
    const form = buildRegistrationForm();
    const answer = await world().guest.post('user_register', form);
    const [{ id }] = answer.data as [{ id: number }];
    const now = world().clock.now();
    await world()
      .db.updateTable('user_account')
      .set({ mobile_verified_at: now, email_verified_at: now })
      .where('id', '=', id)
      .execute();
    const mobile = `+91${form['mobile_number']}`;
    // Wait for the code of the registration, so that later codes follow it.
    await waitForCode(world().sandboxUrl, mobile);
    return { id, email: form['email_id'] ?? '', mobile };
  }

  const logIn = (browser: Browser, identifier: string, password = PASSWORD) =>
    browser.call('user_login', { identifier, password, otp: '' });
  const logInByToken = (user_name: string, fields: Record<string, string> = {}) =>
    world().guest.post('user_login', { user_name, password: PASSWORD, ...fields });
  const isSignedIn = async (browser: Browser) => (await browser.call('current_user')).httpStatus === 200;

  /** Counts the codes sent to a number, after all due tasks have run. */
  async function countCodes(mobile: string): Promise<number> {
    await world().drain();
    return (await readOutbox(world().sandboxUrl, mobile)).filter(({ otp }) => otp !== null).length;
  }

  async function listEventKinds(userId: number): Promise<string[]> {
    const rows = await world()
      .db.selectFrom('security_event')
      .select('kind')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.kind);
  }

  /** Logs in with a code in a new browser, which is known from then on. */
  async function openKnownBrowser({ email, mobile }: Member): Promise<Browser> {
    const browser = new Browser(world());
    const sent = await countCodes(mobile);
    await logIn(browser, email);
    const code = await waitForCode(world().sandboxUrl, mobile, sent + 1);
    expect(await browser.call('login_confirm', { method: 'otp', code })).toMatchObject({ httpStatus: 200 });
    return browser;
  }

  /** Sets a counter, as if this many attempts had come from many places in the current window. */
  async function setAttemptCount(
    scope: string,
    subject: string,
    windowMs: number,
    count: number,
  ): Promise<void> {
    await world()
      .db.insertInto('attempt_counter')
      .values({
        scope,
        // Counters store a hash of their subject.
        subject: createHash('sha256').update(subject).digest('base64url'),
        window_start: new Date(Math.floor(world().clock.now().getTime() / windowMs) * windowMs),
        count,
      })
      .onConflict((row) => row.columns(['scope', 'subject', 'window_start']).doUpdateSet({ count }))
      .execute();
  }

  /** Sets up an authenticator app in a browser whose session was confirmed at login. */
  async function addAuthenticator(browser: Browser): Promise<{ totp: TOTP; recoveryCodes: string[] }> {
    const begun = await browser.call('authenticator_begin');
    const { secret, uri } = begun.data as { secret: string; uri: string };
    expect(uri).toContain(secret);
    const totp = new TOTP({ secret });
    const code = totp.generate({ timestamp: world().clock.now().getTime() });
    expect((await browser.call('authenticator_set', { code: toWrongCode(code) })).httpStatus).toBe(422);
    const set = await browser.call('authenticator_set', { code });
    expect(set.httpStatus).toBe(200);
    return { totp, recoveryCodes: set.data as string[] };
  }

  return {
    createMember,
    logIn,
    logInByToken,
    isSignedIn,
    countCodes,
    listEventKinds,
    openKnownBrowser,
    setAttemptCount,
    addAuthenticator,
  };
}
