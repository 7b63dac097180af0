import { TOTP } from 'otpauth';
import * as calls from '@fws/contract/admin/calls';
import type { Role } from '@fws/contract/platform/permissions';
import type { TestUser } from '../user.ts';
import type { World } from '../world.ts';
import { grantRole } from '../../src/domains/admin/index.ts';

const PERIOD_MS = 30_000;

export interface TestAdmin {
  user: TestUser;
  secret: string;
  recoveryCodes: string[];
  /** Advances the clock by one step and returns a code that was not used before. */
  generateNextCode: () => string;
}

export const generateCode = (secret: string, now: Date): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret }).generate({ timestamp: now.getTime() });

/** Creates an admin with a second factor and an open admin session. */
export async function createAdmin(world: World, role: Role = 'admin'): Promise<TestAdmin> {
  const user = await world.user();
  await grantRole(world.db, user.id, role, world.clock.now());
  const { secret } = await user.done(calls.adminFactorBegin, {});
  const code = generateCode(secret, world.clock.now());
  const recoveryCodes = await user.done(calls.adminFactorSet, { code });
  return {
    user,
    secret,
    recoveryCodes,
    generateNextCode: () => {
      world.clock.advance(PERIOD_MS);
      return generateCode(secret, world.clock.now());
    },
  };
}
