import { clearAttempts, countAttempt, forgiveAttempt, type AttemptLimit } from '../../platform/attempts.ts';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Client } from './client.ts';
import type { KnownDevice } from './devices.ts';
import type { UserRow } from './store.ts';
import { done, type Outcome } from '@fws/contract/platform/refusal';

const QUARTER_HOUR = 15 * 60_000;
const HOUR = 3600_000;

/** Wrong passwords for one account from one place: a browser that its owner has used before, or a network address. */
const FROM_SOURCE: AttemptLimit = { scope: 'login_source', max: 10, windowMs: QUARTER_HOUR };
/** Wrong passwords for any account from one address. Thousands may share one behind a mobile network. */
const FROM_ADDRESS: AttemptLimit = { scope: 'login_address', max: 100, windowMs: QUARTER_HOUR };
/** Wrong passwords for one account from unknown places. More refuse nobody: its token clients are asked for a code. */
const OF_ACCOUNT: AttemptLimit = { scope: 'login_account', max: 30, windowMs: HOUR };

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
export function countLogin(db: Db, source: LoginSource, now: Date): Promise<Outcome<CountedLogin>> {
  return inTx(db, async (tx): Promise<Outcome<CountedLogin>> => {
    const counters: [AttemptLimit, string][] =
      source.knownDevice !== null
        ? [[FROM_SOURCE, `${source.account} device ${source.knownDevice}`]]
        : [
            [FROM_ADDRESS, source.addressKey],
            [FROM_SOURCE, `${source.account} address ${source.addressKey}`],
          ];
    for (const [limit, subject] of counters) {
      const counted = await countAttempt(tx, limit, subject, now);
      if (!counted.ok) return counted;
    }
    let isUnderAttack = false;
    if (source.knownDevice === null) {
      counters.push([OF_ACCOUNT, source.account]);
      isUnderAttack = !(await countAttempt(tx, OF_ACCOUNT, source.account, now)).ok;
    }
    const forgive = async (later: Tx) => {
      for (const [limit, subject] of counters) await forgiveAttempt(later, limit, subject, now);
    };
    return done({ isUnderAttack, forgive });
  });
}

/** Wrong codes at the second step, by who has the password: from one place, and from all unknown ones together. */
const CODES_FROM_SOURCE: AttemptLimit = { scope: 'second_factor_source', max: 10, windowMs: QUARTER_HOUR };
const CODES_OF_ACCOUNT: AttemptLimit = { scope: 'second_factor_account', max: 50, windowMs: 24 * HOUR };

export interface CountedCode {
  /** So many wrong ones that a code of six digits proves nothing any more, from a browser that is not known. */
  isPaused: boolean;
  forgive(tx: Tx): Promise<void>;
}

export async function countLoginCode(tx: Tx, source: LoginSource, now: Date): Promise<Outcome<CountedCode>> {
  const place = source.knownDevice !== null ? `device ${source.knownDevice}` : `address ${source.addressKey}`;
  const counted = await countAttempt(tx, CODES_FROM_SOURCE, `${source.account} ${place}`, now);
  if (!counted.ok) return counted;
  const isPaused =
    source.knownDevice === null && !(await countAttempt(tx, CODES_OF_ACCOUNT, source.account, now)).ok;
  const forgive = async (later: Tx) => {
    await forgiveAttempt(later, CODES_FROM_SOURCE, `${source.account} ${place}`, now);
    if (source.knownDevice === null) await forgiveAttempt(later, CODES_OF_ACCOUNT, source.account, now);
  };
  return done({ isPaused, forgive });
}

/** Whoever was slowed down has proven by a code who they are. */
export async function clearLoginAttempts(tx: Tx, account: string, addressKey: string): Promise<void> {
  await clearAttempts(tx, FROM_SOURCE, `${account} address ${addressKey}`);
  await clearAttempts(tx, OF_ACCOUNT, account);
}
