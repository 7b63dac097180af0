import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useMoveFund } from '../api.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = { contract: Contract; milestone: Milestone; onClose: () => void };

/** Shown before held money goes to the worker. */
export function ReleaseDialog({ contract, milestone, onClose }: Props) {
  const t = useT();
  const move = useMoveFund();
  const { key } = useIdempotencyKey();
  const { name } = contract.worker;
  const { id: milestoneId, amountPaise } = milestone;
  async function release(): Promise<void> {
    try {
      await move.mutateAsync({
        jobId: contract.jobId,
        milestoneId,
        step: 'released',
        amountPaise,
        idempotencyKey: key(),
      });
    } catch {
      return; // The dialog stays open and shows the error.
    }
    // Show the toast even if the released milestone has already removed this dialog.
    toast.success(t('contracts.released', { amount: formatRupees(amountPaise), worker: name }));
    onClose();
  }
  return (
    <ConfirmDialog
      step="released"
      title={t('web.contracts.confirm.release', { name })}
      milestone={milestone}
      from={t('ui.state.held')}
      to={t('web.contracts.confirm.toWallet', { name })}
      next={[t('web.contracts.confirm.atOnce', { name }), t('web.contracts.confirm.final')]}
      busy={move.isPending}
      error={move.error}
      onConfirm={() => void release()}
      onClose={onClose}
    />
  );
}
