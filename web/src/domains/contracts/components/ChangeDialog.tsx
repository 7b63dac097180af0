import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { useRequestChange } from '../api.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

type Props = { contract: Contract; milestone: Milestone; onClose: () => void };

/** The poster sends finished work back, with a comment on what to change. */
export function ChangeDialog({ contract, milestone, onClose }: Props) {
  const t = useT();
  const change = useRequestChange();
  const { name } = contract.worker;

  async function send(comment: string): Promise<void> {
    try {
      await change.mutateAsync({ jobId: contract.jobId, milestoneId: milestone.id, comment });
    } catch {
      return; // The dialog stays open and shows the error.
    }
    // Show the toast even if the new state has already removed this dialog.
    toast.success(t('contracts.change_requested'));
    onClose();
  }

  return (
    <ReasonDialog
      title={t('web.contracts.changeTitle')}
      label={t('web.contracts.changeWhat')}
      hint={t('web.contracts.changeHint', { name })}
      requiredText={t('contracts.change_comment_required')}
      submitText={t('web.contracts.change')}
      busyText={t('ui.saving')}
      busy={change.isPending}
      error={change.error}
      onSend={(comment) => void send(comment)}
      onClose={onClose}
    >
      <p className="t2 mut">
        {milestone.changesLeft > 1 ? t('web.contracts.changeAgain') : t('web.contracts.changeLast', { name })}
      </p>
    </ReasonDialog>
  );
}
