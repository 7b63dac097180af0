import * as z from 'zod/mini';
import { ID_KINDS } from '../../kyc/model.ts';
import { fileLink, idText, maybeText } from '../../platform/schemas.ts';

export const checkId = z.object({ checkId: idText('admin.identity_unknown') });
export const review = z.object({
  ...checkId.shape,
  decision: z.enum(['confirm', 'refuse'], 'admin.decision_required'),
  reason: maybeText(500),
});

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
  providerReference: z.string(),
  /** The code to be spoken in the video. */
  code: z.string(),
  video: z.nullable(fileLink),
  reviewed: z.nullable(z.object({ by: z.string(), at: z.string() })),
});
export type IdentityCase = z.output<typeof identityCase>;
