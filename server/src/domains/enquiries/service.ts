import { createHmac } from 'node:crypto';
import { emailText } from '@fws/contract/identity/schemas';
import type { BusinessEnquiry } from '@fws/contract/enquiries/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import * as z from 'zod/mini';
import { countAttempt } from '../../platform/attempts.ts';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Key } from '../../platform/keys.ts';
import { LIMITS } from './limits.ts';

const HOUR_MS = 3600_000;
/** The subject under which the limits shared by everybody are counted. */
const ALL = 'all';

export type NotifyMeResult =
  | { kind: 'noted' | 'invalid' | 'too_many' }
  /** Not stored yet: the form must be submitted again with this proof. */
  | { kind: 'ask'; email: string; proof: string };

/** Stores an e-mail address for news. Submitting it again changes nothing. */
export async function saveNotifyMeAddress(
  deps: Deps,
  form: { email: unknown; proof: unknown },
  from: { addressKey: string; locale: Locale },
): Promise<NotifyMeResult> {
  const { limits } = deps.config;
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<NotifyMeResult> => {
    const counted = await countAttempt(tx, limits.get(LIMITS.notify_address), from.addressKey, now);
    if (!counted.ok) return { kind: 'too_many' };
    const email = z.safeParse(emailText, form.email);
    if (!email.success) return { kind: 'invalid' };
    const existing = await tx
      .selectFrom('notify_me')
      .select('email')
      .where('email', '=', email.data)
      .executeTakeFirst();
    if (existing) return { kind: 'noted' };
    const hasProof = isValidProof(deps, email.data, form.proof, now);
    // More addresses than in an ordinary hour look like bots, so ask for one more click.
    const limit = hasProof ? limits.get(LIMITS.notify_asked_all) : limits.get(LIMITS.notify_ordinary_all);
    const countedForAll = await countAttempt(tx, limit, ALL, now);
    if (!countedForAll.ok)
      return hasProof
        ? { kind: 'too_many' }
        : { kind: 'ask', email: email.data, proof: createProof(deps.keyring.current, email.data, now) };
    await tx
      .insertInto('notify_me')
      .values({ email: email.data, locale: from.locale, created_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute();
    return { kind: 'noted' };
  });
}

/** Only our own page has this proof. It is valid for one address, until the end of the next hour. */
const createProof = (key: Key, email: string, at: Date): string =>
  createHmac('sha256', key.secret)
    .update(`notify me ${Math.floor(at.getTime() / HOUR_MS)} ${email}`)
    .digest('base64url');

const isValidProof = (deps: Deps, email: string, proof: unknown, now: Date): boolean =>
  [now, new Date(now.getTime() - HOUR_MS)].some((at) =>
    deps.keyring.all.some((key) => proof === createProof(key, email, at)),
  );

/** Stores the enquiry of a company, for an admin to answer. */
export function saveEnquiry(
  deps: Deps,
  enquiry: BusinessEnquiry,
  from: { addressKey: string; userId: number | null },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const counted = await countAttempt(
      tx,
      deps.config.limits.get(LIMITS.enquiry_address),
      from.addressKey,
      now,
    );
    if (!counted.ok) return counted;
    const { heardFrom, ...fields } = enquiry;
    await tx
      .insertInto('business_enquiry')
      .values({ ...fields, heard_from: heardFrom, user_id: from.userId, created_at: now })
      .execute();
    return done(null);
  });
}
