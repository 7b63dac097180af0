import * as z from 'zod/mini';
import { ability, idText, maybeText, paiseText } from '../../platform/schemas.ts';
import { OPS_CASE_DECISIONS, OPS_CASE_KINDS } from './model.ts';
import { ledgerEntry, preview as settlementPreview } from '../disputes/schemas.ts';

export const caseId = z.object({ caseId: idText('admin.case_unknown') });

/** Normalises a bank reference: spaces and lower case make no difference. */
const bankReference = z.pipe(
  maybeText(60),
  z.transform((text: string) => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')),
);

export const decision = z.object({
  ...caseId.shape,
  decision: z.enum(OPS_CASE_DECISIONS, 'admin.decision_required'),
  /** For own funds: the amount brought in, and the bank's reference of that transfer. */
  amountPaise: paiseText,
  reference: bankReference,
});
export type OpsCaseDecisionForm = z.output<typeof decision>;
export const decide = z.object({ ...decision.shape, reason: maybeText(500) });
export type OpsCaseCommand = z.output<typeof decide>;

const when = z.nullable(z.string());
export const caseDetail = z.object({
  id: z.number(),
  kind: z.enum(OPS_CASE_KINDS),
  subject: z.string(),
  amountPaise: z.nullable(z.number()),
  detail: z.string(),
  raisedAt: z.string(),
  dueAt: z.string(),
  /** `by` is empty when the case was resolved automatically. */
  resolved: z.nullable(z.object({ by: z.string(), at: z.string(), decision: z.nullable(z.string()) })),
  /** The people whose money it is. */
  people: z.array(
    z.object({ side: z.enum(['poster', 'worker']), id: z.number(), name: z.string(), verified: z.boolean() }),
  ),
  job: z.nullable(z.object({ id: z.number(), number: z.string(), title: z.string(), milestone: z.string() })),
  withdrawal: z.nullable(
    z.object({
      id: z.number(),
      transferId: z.string(),
      state: z.string(),
      destination: z.string(),
      createdAt: z.string(),
      nextCheckAt: when,
    }),
  ),
  refund: z.nullable(
    z.object({
      id: z.string(),
      state: z.string(),
      tries: z.number(),
      createdAt: z.string(),
      nextCheckAt: when,
    }),
  ),
  payment: z.nullable(
    z.object({
      provider: z.string(),
      id: z.string(),
      orderId: z.string(),
      method: z.string(),
      at: z.string(),
    }),
  ),
  chargeback: z.nullable(
    z.object({
      id: z.string(),
      state: z.string(),
      reason: z.string(),
      escrowPaise: z.number(),
      receivablePaise: z.number(),
      writtenOffPaise: z.number(),
      respondBy: when,
    }),
  ),
  settlement: z.nullable(
    z.object({
      id: z.string(),
      state: z.string(),
      settledPaise: z.number(),
      feePaise: z.number(),
      gstPaise: z.number(),
      utr: z.string(),
    }),
  ),
  cover: z.nullable(z.object({ heldPaise: z.number(), owedPaise: z.number() })),
  /** Where the money is now. */
  accounts: z.array(z.object({ account: z.string(), balancePaise: z.number() })),
  ledger: z.array(ledgerEntry),
  /** The provider's statuses, newest first. */
  answers: z.array(
    z.object({
      status: z.string(),
      note: z.string(),
      times: z.number(),
      firstAt: z.string(),
      lastAt: z.string(),
    }),
  ),
  /** The decisions that are possible now, for a role with the permission. */
  decisions: z.array(z.enum(OPS_CASE_DECISIONS)),
  approval: z.nullable(z.object({ id: z.number(), askedBy: z.string(), at: z.string(), reason: z.string() })),
  /** Nobody decides their own case, or that of a linked account. */
  mayDecide: ability,
});
export type OpsCaseDetail = z.output<typeof caseDetail>;

/** What a decision would post. Without lines, nothing is posted until the provider has answered. */
export const preview = z.object({
  lines: settlementPreview.shape.lines,
  amountPaise: z.number(),
  needsApproval: z.boolean(),
});
export type OpsCasePreview = z.output<typeof preview>;

export { settled } from '../disputes/schemas.ts';
