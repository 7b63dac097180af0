import { emailText } from '@fws/contract/identity/schemas';
import type { BusinessEnquiry } from '@fws/contract/enquiries/model';
import type { Locale } from '@fws/contract/platform/messages';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import * as z from 'zod/mini';
import { countAttempt, type AttemptLimit } from '../../platform/attempts.ts';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';

const FROM_IP: AttemptLimit = { scope: 'notify_me_ip', max: 20, windowMs: 3600_000 };

/** Keeps an address for news; once is enough, however often it is left. */
export function leaveAddress(
  deps: Deps,
  address: unknown,
  from: { ip: string; locale: Locale },
): Promise<'noted' | 'invalid' | 'too_many'> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const counted = await countAttempt(tx, FROM_IP, from.ip, now);
    if (!counted.ok) return 'too_many';
    const email = z.safeParse(emailText, address);
    if (!email.success) return 'invalid';
    await tx
      .insertInto('notify_me')
      .values({ email: email.data, locale: from.locale, created_at: now })
      .onConflict((known) => known.column('email').doNothing())
      .execute();
    return 'noted';
  });
}

const ENQUIRIES: AttemptLimit = { scope: 'business_enquiry_ip', max: 10, windowMs: 3600_000 };

/** Keeps what a company asks, for an admin to answer. */
export function keepEnquiry(
  deps: Deps,
  enquiry: BusinessEnquiry,
  from: { ip: string; userId: number | null },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const counted = await countAttempt(tx, ENQUIRIES, from.ip, now);
    if (!counted.ok) return counted;
    const { heardFrom, ...rest } = enquiry;
    await tx
      .insertInto('business_enquiry')
      .values({ ...rest, heard_from: heardFrom, user_id: from.userId, created_at: now })
      .execute();
    return done(null);
  });
}
