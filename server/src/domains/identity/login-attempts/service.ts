import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { Limits } from '../../../platform/limits.ts';
import {
  clearAttempts,
  countAttempt,
  forgiveAttempt,
  type AttemptLimit,
} from '../../../platform/attempts.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Client } from '../login/client.ts';
import type { KnownDevice } from '../devices/store.ts';
import type { UserRow } from '../store.ts';
import { LIMITS } from '../limits.ts';

/** The origin of a login, as rate limits count it. */
export interface LoginSource {
  /** The account, whichever identifier was typed; the typed identifier when there is no account. */
  account: string;
  addressKey: string;
  /** The confirmed browser of the owner that the login comes from; null for any other origin. */
  knownDevice: string | null;
}

/** Counts all identifiers of an account as one account. */
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
  /** Reverts the count, because the password was right. */
  forgive(tx: Tx): Promise<void>;
}

/**
 * Counts a login before the password is checked, so that parallel guesses cannot exceed the limit. Guesses are counted
 * by their origin and the owner's own browsers are counted apart, so strangers slow down only themselves.
 */
export function countLogin(
  { db, config: { limits } }: Pick<Deps, 'db' | 'config'>,
  source: LoginSource,
  now: Date,
): Promise<Outcome<CountedLogin>> {
  return inTx(db, async (tx): Promise<Outcome<CountedLogin>> => {
    const counters: [AttemptLimit, string][] =
      source.knownDevice !== null
        ? [[limits.get(LIMITS.login_source), `${source.account} device ${source.knownDevice}`]]
        : [
            [limits.get(LIMITS.login_address), source.addressKey],
            [limits.get(LIMITS.login_source), `${source.account} address ${source.addressKey}`],
          ];
    for (const [limit, subject] of counters) {
      const counted = await countAttempt(tx, limit, subject, now);
      if (!counted.ok) return counted;
    }
    let isUnderAttack = false;
    if (source.knownDevice === null) {
      counters.push([limits.get(LIMITS.login_account), source.account]);
      isUnderAttack = !(await countAttempt(tx, limits.get(LIMITS.login_account), source.account, now)).ok;
    }
    const forgive = async (forgiveTx: Tx) => {
      for (const [limit, subject] of counters) await forgiveAttempt(forgiveTx, limit, subject, now);
    };
    return done({ isUnderAttack, forgive });
  });
}

export interface CountedCode {
  /** After so many wrong codes, six digits from an unknown browser prove nothing any more. */
  isPaused: boolean;
  forgive(tx: Tx): Promise<void>;
}

export async function countLoginCode(
  tx: Tx,
  limits: Limits,
  source: LoginSource,
  now: Date,
): Promise<Outcome<CountedCode>> {
  const origin =
    source.knownDevice !== null ? `device ${source.knownDevice}` : `address ${source.addressKey}`;
  const counted = await countAttempt(
    tx,
    limits.get(LIMITS.login_code_source),
    `${source.account} ${origin}`,
    now,
  );
  if (!counted.ok) return counted;
  const isPaused =
    source.knownDevice === null &&
    !(await countAttempt(tx, limits.get(LIMITS.login_code_account), source.account, now)).ok;
  const forgive = async (forgiveTx: Tx) => {
    await forgiveAttempt(forgiveTx, limits.get(LIMITS.login_code_source), `${source.account} ${origin}`, now);
    if (source.knownDevice === null)
      await forgiveAttempt(forgiveTx, limits.get(LIMITS.login_code_account), source.account, now);
  };
  return done({ isPaused, forgive });
}

/** Clears the counters of a user who has proven their identity with a code. */
export async function clearLoginAttempts(
  tx: Tx,
  limits: Limits,
  account: string,
  addressKey: string,
): Promise<void> {
  await clearAttempts(tx, limits.get(LIMITS.login_source), `${account} address ${addressKey}`);
  await clearAttempts(tx, limits.get(LIMITS.login_account), account);
}
