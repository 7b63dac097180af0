import * as z from 'zod/mini';
import { ALERT_KINDS } from '../model.ts';

/** An alert by its number, for its signed-in owner, or with the secret part of the link that was sent. */
export const alertToAnswer = z.object({
  alert: z.pipe(
    z.string().check(z.trim(), z.regex(/^[1-9]\d{0,14}(-[\w-]{1,64})?$/, 'identity.alert_unknown')),
    z.transform((text: string) => {
      const dash = text.indexOf('-');
      return dash < 0
        ? { id: Number(text), mac: null }
        : { id: Number(text.slice(0, dash)), mac: text.slice(dash + 1) };
    }),
  ),
});

/** The facts of an alert's event. Account and mobile numbers have only their last four digits. */
const alertFacts = z.object({
  /** The payout account. */
  account: z.optional(
    z.object({
      kind: z.enum(['bank', 'upi']),
      bankName: z.string(),
      ending: z.string(),
      upiId: z.string(),
      nameAtBank: z.string(),
    }),
  ),
  /** What the account was before it was changed, as "State Bank of India ··4417". */
  before: z.optional(z.string()),
  amountPaise: z.optional(z.number()),
  /** When lost second factors are removed. */
  dueAt: z.optional(z.string()),
  /** "Google". */
  provider: z.optional(z.string()),
});
export type AlertFacts = z.output<typeof alertFacts>;

/** An event of an account that its owner is asked about. */
export const ownerAlert = z.object({
  id: z.number(),
  kind: z.enum(ALERT_KINDS),
  at: z.string(),
  /** Denied: the owner pressed "This was not me". */
  answer: z.enum(['none', 'confirmed', 'denied']),
  facts: alertFacts,
  /** About a payout account: from when money can be sent there (null: it can), and whether it is still there. */
  account: z.nullable(z.object({ usableFrom: z.nullable(z.string()), removed: z.boolean() })),
  /** "Chrome · Android"; empty when it is not known. */
  device: z.string(),
  /** The network address it came from; empty when it is not known. */
  address: z.string(),
  told: z.object({ sms: z.boolean(), email: z.boolean() }),
  /** The reader is signed in as the owner. Otherwise they used the link. */
  own: z.boolean(),
});
export type OwnerAlert = z.output<typeof ownerAlert>;
