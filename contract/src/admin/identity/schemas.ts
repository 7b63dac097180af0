import * as z from 'zod/mini';
import { ID_KINDS, NAME_DIFFERENCES, NAME_MATCHES } from '../../kyc/model.ts';
import { ability, fileLink, idText, maybeText } from '../../platform/schemas.ts';

export const checkId = z.object({ checkId: idText('admin.identity_unknown') });
export const review = z.object({
  ...checkId.shape,
  decision: z.enum(['confirm', 'refuse'], 'admin.decision_required'),
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
  reviewed: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** Nobody decides their own case, or that of a linked account. */
  mayDecide: ability,
});
export type IdentityCase = z.output<typeof identityCase>;
