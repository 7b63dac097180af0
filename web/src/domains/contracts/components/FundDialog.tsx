import { Suspense, useEffect, useState } from 'react';
import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { RestTerms, useRest } from '../../rests/index.ts';
import { useMoveFund } from '../api.ts';
import { toPercent } from '../money.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = { contract: Contract; milestone: Milestone; onClose: () => void };

/** Shown before the payment into escrow, which continues on the payment provider's page. */
export function FundDialog({ contract, milestone, onClose }: Props) {
  const t = useT();
  const move = useMoveFund();
  const { key } = useIdempotencyKey();
  const [isLeaving, setLeaving] = useState(false);
  useRestored(onClose);
  const { name } = contract.worker;
  const of = { jobId: contract.jobId, milestoneId: milestone.id };
  const rest = useRest(of);
  const obstacle = rest.data?.obstacle ?? null;

  async function fund(): Promise<void> {
    const { jobId } = contract;
    const { id: milestoneId, amountPaise } = milestone;
    const result = await move
      .mutateAsync({ jobId, milestoneId, step: 'funded', amountPaise, idempotencyKey: key() })
      .catch(() => undefined); // The dialog stays open and shows the error.
    if (!result) {
      // A limit may have been reached since: the estimate then says the way out.
      void rest.refetch();
      return;
    }
    if (result.paymentLink !== null) {
      setLeaving(true);
      window.location.assign(result.paymentLink);
      return;
    }
    toast.success(t('contracts.payment_success'));
    onClose();
  }

  return (
    <ConfirmDialog
      title={t('web.contracts.confirm.fund')}
      milestone={milestone}
      from={t('web.contracts.confirm.fromYou')}
      to={t('web.contracts.confirm.toEscrow')}
      next={[
        t('web.contracts.confirm.payPage'),
        t('web.contracts.confirm.thenWork', { name }),
        t('web.contracts.confirm.heldUntil'),
        t('web.contracts.confirm.refundCharge', { percent: toPercent(contract.refundChargeBps) }),
      ]}
      busy={move.isPending || isLeaving}
      error={move.error && move.error.message !== obstacle ? move.error : null}
      blocked={obstacle !== null}
      onConfirm={() => void fund()}
      onClose={onClose}
    >
      <Suspense>
        <RestTerms of={of} side="poster" name={name} />
      </Suspense>
    </ConfirmDialog>
  );
}

/** The back button may restore this page as it was left, with a button that is still busy. */
function useRestored(onRestored: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) onRestored();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [onRestored]);
}
