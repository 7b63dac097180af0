import { calculateShare } from '../platform/money.ts';
import type { FeeShares } from './schemas.ts';

/** The deductions from one release. */
export interface Deductions {
  feePaise: number;
  gstPaise: number;
  tdsPaise: number;
  welfarePaise: number;
}

/** Rounds each deduction down to the paisa: the rounding remainder is the worker's. */
export function calculateDeductions(amountPaise: number, shares: FeeShares | null): Deductions {
  if (!shares) return { feePaise: 0, gstPaise: 0, tdsPaise: 0, welfarePaise: 0 };
  const feePaise = calculateShare(amountPaise, shares.platformFeeBps);
  return {
    feePaise,
    gstPaise: calculateShare(feePaise, shares.gstBps),
    tdsPaise: calculateShare(amountPaise, shares.tdsBps),
    welfarePaise: Math.min(
      calculateShare(amountPaise, shares.welfareBps),
      shares.welfareCapPaise ?? Number.MAX_SAFE_INTEGER,
    ),
  };
}

export const totalDeductions = ({ feePaise, gstPaise, tdsPaise, welfarePaise }: Deductions): number =>
  feePaise + gstPaise + tdsPaise + welfarePaise;
