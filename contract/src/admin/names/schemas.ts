import * as z from 'zod/mini';
import type { IdentityState, NameChangeState } from '../../kyc/lifecycle.ts';
import { ability, idText, knownText, maybeText } from '../../platform/schemas.ts';
import { nameComparison } from '../identity/schemas.ts';

export const changeId = z.object({ changeId: idText('admin.name_unknown') });
export const review = z.object({
  ...changeId.shape,
  decision: z.enum(['approve', 'refuse'], 'admin.decision_required'),
  /** Required by the server, which also shows it to the user. */
  reason: maybeText(500),
});

export const nameChangeCase = z.object({
  id: z.number(),
  state: knownText<NameChangeState>(),
  person: z.object({ id: z.number(), name: z.string(), location: z.string() }),
  formerName: z.string(),
  newName: z.string(),
  /** Why, in the user's words. */
  explanation: z.string(),
  requestedAt: z.string(),
  identity: knownText<IdentityState>(),
  /** The name on the ID; empty while the user is not verified. */
  verifiedName: z.string(),
  /** How the new name differs from the former one (`right`). */
  withFormer: nameComparison,
  /** How the new name differs from the verified one (`right`); null while the user is not verified. */
  withVerified: z.nullable(nameComparison),
  /** Approving ends the verification, because the ID names somebody else. */
  endsVerification: z.boolean(),
  /** Earlier requests of this user, newest first. */
  earlier: z.array(
    z.object({
      id: z.number(),
      formerName: z.string(),
      newName: z.string(),
      state: knownText<NameChangeState>(),
      requestedAt: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
  decided: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
  /** Nobody decides their own case, or that of a linked account. */
  mayDecide: ability,
});
export type NameChangeCase = z.output<typeof nameChangeCase>;
