import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { Limits } from '../../limits.ts';
import { clearAttempts, countAttempt, forgiveAttempt, type AttemptLimit } from '../../platform/attempts.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import type { Client } from './client.ts';
import type { KnownDevice } from './devices.ts';
import type { UserRow } from './store.ts';

/** Where a login comes from, as far as it is counted. */
export interface LoginSource {
  /** Names the account, by whichever identifier it was called; or what was typed when there is none. */
  account: string;
  addressKey: string;
  /** Names the owner's browser that it comes from; null from anywhere else. */
  knownDevice: string | null;
}

/** One account counts once, by whichever of its identifiers it is called. */
export function toLoginSource(
  user: UserRow | null,
  device: KnownDevice | null,
  client: Client,
  identifier: string,
): LoginSource {
  const isOwn = client.kind === 'web' && device !== null && device.confirmed_at !== null;
  return {
    account: user ? `user ${user.id}` : identifier,
    addressKey: client.addressKey,
    knownDevice: isOwn ? device.token_hash.toString('hex') : null,
  };
}

export interface CountedLogin {
  isUnderAttack: boolean;
  /** The password was right: nothing counts. */
  forgive(tx: Tx): Promise<void>;
}

/**
 * Counts a login before the password is looked at, so that parallel guesses cannot pass. A stranger's guesses slow that
 * stranger down: they are counted by where they come from, and the owner's own browsers are counted apart.
 */
export function countLogin(
  { db, config: { limits } }: Pick<Deps, 'db' | 'config'>,
  source: LoginSource,
  now: Date,
): Promise<Outcome<CountedLogin>> {
  return inTx(db, async (tx): Promise<Outcome<CountedLogin>> => {
    const counters: [AttemptLimit, string][] =
      source.knownDevice !== null
        ? [[limits.login_source, `${source.account} device ${source.knownDevice}`]]
        : [
            [limits.login_address, source.addressKey],
            [limits.login_source, `${source.account} address ${source.addressKey}`],
          ];
    for (const [limit, subject] of counters) {
      const counted = await countAttempt(tx, limit, subject, now);
      if (!counted.ok) return counted;
    }
    let isUnderAttack = false;
    if (source.knownDevice === null) {
      counters.push([limits.login_account, source.account]);
      isUnderAttack = !(await countAttempt(tx, limits.login_account, source.account, now)).ok;
    }
    const forgive = async (later: Tx) => {
      for (const [limit, subject] of counters) await forgiveAttempt(later, limit, subject, now);
    };
    return done({ isUnderAttack, forgive });
  });
}

export interface CountedCode {
  /** So many wrong ones that a code of six digits proves nothing any more, from a browser that is not known. */
  isPaused: boolean;
  forgive(tx: Tx): Promise<void>;
}

export async function countLoginCode(
  tx: Tx,
  limits: Limits,
  source: LoginSource,
  now: Date,
): Promise<Outcome<CountedCode>> {
  const place = source.knownDevice !== null ? `device ${source.knownDevice}` : `address ${source.addressKey}`;
  const counted = await countAttempt(tx, limits.login_code_source, `${source.account} ${place}`, now);
  if (!counted.ok) return counted;
  const isPaused =
    source.knownDevice === null &&
    !(await countAttempt(tx, limits.login_code_account, source.account, now)).ok;
  const forgive = async (later: Tx) => {
    await forgiveAttempt(later, limits.login_code_source, `${source.account} ${place}`, now);
    if (source.knownDevice === null)
      await forgiveAttempt(later, limits.login_code_account, source.account, now);
  };
  return done({ isPaused, forgive });
}

/** Whoever was slowed down has proven by a code who they are. */
export async function clearLoginAttempts(
  tx: Tx,
  limits: Limits,
  account: string,
  addressKey: string,
): Promise<void> {
  await clearAttempts(tx, limits.login_source, `${account} address ${addressKey}`);
  await clearAttempts(tx, limits.login_account, account);
}
