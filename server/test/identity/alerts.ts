import { expect } from 'vitest';
import { alertDeny } from '@fws/contract/identity/alerts/calls';
import type { AlertKind } from '@fws/contract/identity/model';
import { TestUser } from '../user.ts';
import { waitFor } from '../wait.ts';
import type { World } from '../world.ts';
import { inTx } from '../../src/platform/db/index.ts';
import { alertOwner, createSession, hashPassword } from '../../src/domains/identity/index.ts';
import { readOutbox } from './codes.ts';

const DAY_MS = 24 * 3600_000;
const PASSWORD = 'monsoon2026';
const passwordHash = hashPassword(PASSWORD);

/** Creates steps for tests of alerts. Each step reads the world when it runs, because tests create it later. */
export function createAlertSteps(world: () => World) {
  /** Creates a verified user with a password. */
  async function createOwner(): Promise<TestUser> {
    const user = await world().user({ identity: 'verified', firstName: 'Asha', lastName: 'Kale' });
    await world()
      .db.updateTable('user_account')
      .set({ password_hash: await passwordHash })
      .where('id', '=', user.id)
      .execute();
    return user;
  }

  const sendAlert = (user: TestUser, kind: AlertKind, extra: object = {}) =>
    inTx(world().db, (tx) => alertOwner(tx, { userId: user.id, kind, ...extra }, world().clock.now()));

  const readTexts = async (to: string) => (await readOutbox(world().sandboxUrl, to)).map(({ text }) => text);

  /** Returns the newest alert link that was sent to a mobile number or e-mail address. */
  async function readLink(to: string): Promise<string> {
    let reference: string | undefined;
    await waitFor(`an alert to ${to}`, async () => {
      const texts = await readTexts(to);
      reference = texts.flatMap((text) => /\/not-me\/(\S+)/.exec(text)?.[1] ?? [])[0];
      return reference !== undefined;
    });
    return reference ?? '';
  }

  const deny = (alert: string, by: TestUser = world().guest) => by.call(alertDeny, { alert });
  const isSignedIn = async (user: TestUser) => (await user.post('current_user', {})).httpStatus === 200;
  const logIn = (user_name: string, password = PASSWORD) =>
    world().guest.post('user_login', { user_name, password });

  async function resetWithCode(address: string): Promise<number> {
    const before = (await readOutbox(world().sandboxUrl, address)).length;
    await world().guest.post('forgot_password', { user_name: address });
    await world().drain();
    const codes = (await readOutbox(world().sandboxUrl, address)).slice(0, -before || undefined);
    const otp = codes.find((message) => message.otp !== null)?.otp;
    if (typeof otp !== 'string') return 0;
    const password = 'ganga-river-9';
    const form = { user_name: address, otp, password, confirm_password: password };
    return (await world().guest.post('reset_password', form)).httpStatus;
  }

  const findRow = (user: TestUser) =>
    world().db.selectFrom('user_account').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  const isStopped = async (user: TestUser) => (await findRow(user)).withdrawals_stopped_at !== null;

  /** Resets the password with a code and returns the user in a new, confirmed session. */
  async function signInAgain(user: TestUser): Promise<TestUser> {
    expect(await resetWithCode(user.email)).toBe(200);
    const answer = await logIn(user.email, 'ganga-river-9');
    expect(answer.httpStatus).toBe(200);
    const now = world().clock.now();
    const session = { userId: user.id, now, ttlMs: DAY_MS, client: 'test', confirmed: true };
    const token = await createSession(world().db, session);
    return new TestUser(world().url, { id: user.id, token, firstName: user.firstName, mobile: user.mobile });
  }

  return {
    createOwner,
    sendAlert,
    readTexts,
    readLink,
    deny,
    isSignedIn,
    logIn,
    resetWithCode,
    findRow,
    isStopped,
    signInAgain,
  };
}
