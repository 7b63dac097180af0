import * as z from 'zod/mini';
import { FACTOR_PROOFS, SECURITY_EVENTS } from '../../identity/model.ts';
import { SIGNAL_KINDS } from '../../links/model.ts';
import { ability, idText, maybeText, pageFields, requiredText } from '../../platform/schemas.ts';

export const find = z.object({ ...pageFields, search: maybeText(100) });
export const userId = z.object({ userId: idText('admin.user_unknown') });
export const suspension = z.object({
  ...userId.shape,
  reason: requiredText('admin.reason_required', 500),
});

/** `proof`: how the owner proved who they are. */
export const factorsReset = z.object({
  ...suspension.shape,
  proof: z.enum(FACTOR_PROOFS, 'admin.factor_proof_required'),
});

export const securityPage = z.object({ ...pageFields, ...userId.shape });
export const securityLine = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(SECURITY_EVENTS),
  /** The device as the client reported it. */
  device: z.string(),
  address: z.string(),
  /** The admin who did it; null: the account's owner, or anyone with the password. */
  actorId: z.nullable(z.number()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type SecurityLine = z.output<typeof securityLine>;

const rowShape = {
  id: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  location: z.string(),
  registeredAt: z.string(),
  identity: z.enum(['none', 'pending', 'verified', 'refused']),
  suspendedAt: z.nullable(z.string()),
};
export const userRow = z.object(rowShape);
export type UserRow = z.output<typeof userRow>;
const linkedUser = z.object({
  id: z.number(),
  name: z.string(),
  /** What both accounts were seen with. An address is a hint only. */
  links: z.array(
    z.object({
      kind: z.enum(SIGNAL_KINDS),
      strength: z.enum(['strong', 'weak']),
      since: z.string(),
      lastSeenAt: z.string(),
    }),
  ),
});

export const userCase = z.object({
  ...rowShape,
  companyName: z.string(),
  emailVerified: z.boolean(),
  mobileVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** How the user can prove who they are after losing every second factor. */
  factorProofs: z.array(z.enum(FACTOR_PROOFS)),
  /** When lost second factors are removed, if the owner does not object; null: nobody has asked for it. */
  factorsRemovedAt: z.nullable(z.string()),
  identityName: z.string(),
  suspendedReason: z.string(),
  withdrawalsStoppedAt: z.nullable(z.string()),
  /** Since when the user may fund nothing, because a bank took a payment back; null: they may. */
  fundingStoppedAt: z.nullable(z.string()),
  sessions: z.number(),
  jobsPosted: z.number(),
  contracts: z.number(),
  completedProjects: z.number(),
  /** Null for roles that may not see money. */
  walletPaise: z.nullable(z.number()),
  /** Nobody decides their own case, or that of a linked account. */
  mayDecide: ability,
  /** Accounts that share something with this one, last seen together first. Null for roles without the security log. */
  linkedUsers: z.nullable(z.array(linkedUser)),
});
export type UserCase = z.output<typeof userCase>;
