import type { PaymentTerm } from '@fws/contract/jobs/model';
import { TermGlyph } from '../../../ui/index.ts';

const shapes: Record<PaymentTerm, readonly { share: number; hollow?: boolean }[]> = {
  terms: [{ share: 20 }, { share: 60 }, { share: 20 }],
  milestone: [{ share: 1 }, { share: 1 }, { share: 1 }],
  completion: [{ share: 90, hollow: true }, { share: 10 }],
};

/** A payment term as a drawing: three fixed parts, the worker's parts, or all at the end. */
export function TermShape({ term }: { term: PaymentTerm }) {
  return <TermGlyph parts={shapes[term]} />;
}
