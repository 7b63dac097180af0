import type { Contract, Milestone, WorkStep } from '@fws/contract/contracts/model';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button } from '../../../ui/index.ts';
import { useMoveWork } from '../api.ts';
import { workStepLabels } from '../labels.ts';

type Props = { contract: Contract; milestone: Milestone; step: WorkStep; disabled: boolean };

/** The worker's step. It moves no money, so it needs no confirmation. */
export function WorkButton({ contract, milestone, step, disabled }: Props) {
  const t = useT();
  const online = useOnline();
  const move = useMoveWork();
  const labels = workStepLabels[step];
  const send = () =>
    // Show the toast even if the new state has already removed this button.
    move.mutateAsync({ jobId: contract.jobId, milestoneId: milestone.id, step }).then(
      () => toast.success(t('web.contracts.told', { name: contract.poster.name })),
      (error: Error) => toast.error(error.message),
    );
  return (
    <Button
      variant="primary"
      disabled={disabled || !online}
      busy={move.isPending}
      busyText={t(labels.busy)}
      onClick={() => void send()}
    >
      {online ? t(labels.name, { amount: formatRupees(milestone.amountPaise) }) : t('ui.needsInternet')}
    </Button>
  );
}
