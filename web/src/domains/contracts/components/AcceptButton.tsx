import type { Contract, Milestone } from '@fws/contract/contracts/model';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button } from '../../../ui/index.ts';
import { useMoveFund } from '../api.ts';
import { fundStepLabels } from '../labels.ts';

type Props = { contract: Contract; milestone: Milestone; disabled: boolean };

/** The poster accepts the work. The money stays in escrow until it is released. */
export function AcceptButton({ contract, milestone, disabled }: Props) {
  const t = useT();
  const online = useOnline();
  const move = useMoveFund();
  const { key } = useIdempotencyKey();
  const { jobId } = contract;
  const { id: milestoneId, amountPaise } = milestone;
  const send = () =>
    // Show the toast even if the new state has already removed this button.
    move.mutateAsync({ jobId, milestoneId, step: 'accepted', amountPaise, idempotencyKey: key() }).then(
      () => toast.success(t('contracts.work_accepted')),
      (error: Error) => toast.error(error.message),
    );
  return (
    <Button
      variant="primary"
      disabled={disabled || !online}
      busy={move.isPending}
      busyText={t(fundStepLabels.accepted.busy)}
      onClick={() => void send()}
    >
      {t(online ? fundStepLabels.accepted.name : 'ui.needsInternet')}
    </Button>
  );
}
