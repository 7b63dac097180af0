import { TestUser } from '../user.ts';
import type { World } from '../world.ts';
import { buildRegistrationForm } from './registration.ts';

export const NEW_PASSWORD = 'ganga-river-9';

interface Member {
  user: TestUser;
  email: string;
  mobile: string;
}

/** Creates steps for tests of passwords. Each step reads the world when it runs, because tests create it later. */
export function createPasswordSteps(world: () => World) {
  /** Registers a user with a password and a confirmed session. Both contacts are verified by default. */
  async function createMember(verified = true): Promise<Member> {
    const form = buildRegistrationForm();
    const answer = await world().guest.post('user_register', form);
    const [{ id, auth_token: token }] = answer.data as [{ id: number; auth_token: string }];
    const now = world().clock.now();
    if (verified)
      await world()
        .db.updateTable('user_account')
        .set({ mobile_verified_at: now, email_verified_at: now })
        .where('id', '=', id)
        .execute();
    await world()
      .db.updateTable('session')
      .set({ confirmed_at: now, proven_at: now })
      .where('user_id', '=', id)
      .execute();
    const user = new TestUser(world().url, { id, token });
    return { user, email: form['email_id'] ?? '', mobile: `+91${form['mobile_number']}` };
  }

  const requestReset = (user_name: string) => world().guest.post('forgot_password', { user_name });
  const reset = (user_name: string, otp: string, changes: Record<string, string> = {}) =>
    world().guest.post('reset_password', {
      user_name,
      otp,
      password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
      ...changes,
    });
  const logIn = (user_name: string, password: string) =>
    world().guest.post('user_login', { user_name, password });
  const isSignedIn = async (user: TestUser) => (await user.post('current_user', {})).httpStatus === 200;
  const change = (user: TestUser, fields: Record<string, string> = {}) =>
    user.post('change_password', {
      old_password: 'monsoon2026',
      new_password: NEW_PASSWORD,
      confrm_password: NEW_PASSWORD,
      ...fields,
    });

  return { createMember, requestReset, reset, change, logIn, isSignedIn };
}
