import type { PaymentLimits } from '../contracts/schemas.ts';
import type { PaymentTerm } from '../jobs/model.ts';
import { formatRupees } from '../platform/display.ts';
import type { FieldError } from '../platform/refusal.ts';

/** Why one payment cannot have this amount; null when it can. */
export function findPaymentProblem(
  amountPaise: number,
  { minPaise, maxPaise }: PaymentLimits,
): 'too_small' | 'too_large' | null {
  if (amountPaise < minPaise) return 'too_small';
  return amountPaise > maxPaise ? 'too_large' : null;
}

export interface UnpayablePart {
  index: number;
  /** Where the amount of the part comes from. */
  field: 'bidText' | 'milestoneAmountTexts';
  error: FieldError;
}

/** The first part of a quote that cannot be paid at once; null when each can. */
export function findUnpayablePart(
  term: PaymentTerm,
  parts: readonly { amountPaise: number }[],
  limits: PaymentLimits,
): UnpayablePart | null {
  for (const [index, { amountPaise }] of parts.entries()) {
    const problem = findPaymentProblem(amountPaise, limits);
    if (problem === null) continue;
    const values = {
      number: index + 1,
      amount: formatRupees(amountPaise),
      minimum: formatRupees(limits.minPaise),
      maximum: formatRupees(limits.maxPaise),
    };
    return term === 'milestone'
      ? { index, field: 'milestoneAmountTexts', error: { code: `quotes.milestone_${problem}`, values } }
      : { index, field: 'bidText', error: { code: `quotes.part_${problem}`, values } };
  }
  return null;
}
