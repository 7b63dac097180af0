import * as z from 'zod/mini';
import { SIGNAL_KINDS } from '../../links/model.ts';
import { ID_KINDS, IDENTITY_DECISIONS, NAME_DIFFERENCES, NAME_MATCHES } from '../../kyc/model.ts';
import type { IdentityState } from '../../kyc/lifecycle.ts';
import { ability, fileLink, idText, knownText, maybeText } from '../../platform/schemas.ts';

export const checkId = z.object({ checkId: idText('admin.identity_unknown') });
export const review = z.object({
  ...checkId.shape,
  decision: z.enum(IDENTITY_DECISIONS, 'admin.decision_required'),
  reason: maybeText(500),
});

/** `left` is our name, `right` the one on the ID. */
export const nameComparison = z.object({
  match: z.enum(NAME_MATCHES),
  differences: z.array(z.object({ kind: z.enum(NAME_DIFFERENCES), left: z.string(), right: z.string() })),
});
export type NameComparison = z.output<typeof nameComparison>;

export const identityCase = z.object({
  id: z.number(),
  kind: z.enum(ID_KINDS),
  /** Null when the provider does not return it, as with DigiLocker. */
  last4: z.nullable(z.string()),
  state: z.enum(['pending', 'verified', 'refused']),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  person: z.object({ id: z.number(), name: z.string(), companyName: z.string(), location: z.string() }),
  /** The name as the provider has it; empty until the provider answers. */
  providerName: z.string(),
  /** The name as on the ID, as the user typed it; empty when they did not. */
  nameOnId: z.string(),
  /** How the account's name and the typed one differ from the provider's; null until the provider answers. */
  names: z.nullable(z.object({ account: nameComparison, typed: z.nullable(nameComparison) })),
  providerReference: z.string(),
  /** The code to be spoken in the video. */
  code: z.string(),
  video: z.nullable(fileLink),
  /** Other accounts that were verified with this identity, also suspended ones and those whose verification has ended. */
  usedBy: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      nameOnId: z.string(),
      kind: z.enum(ID_KINDS),
      last4: z.nullable(z.string()),
      since: z.string(),
      state: knownText<IdentityState>(),
      suspended: z.boolean(),
      checkId: z.number(),
      /** What else the two accounts have in common. */
      links: z.array(z.enum(SIGNAL_KINDS)),
    }),
  ),
  reviewed: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** Nobody decides their own case, or that of a linked account. */
  mayDecide: ability,
});
export type IdentityCase = z.output<typeof identityCase>;
