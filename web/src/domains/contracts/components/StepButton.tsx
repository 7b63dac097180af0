import { lazy, Suspense, useState, type ComponentType } from 'react';
import { needsPause, type WorkStep } from '@fws/contract/contracts/model';
import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button } from '../../../ui/index.ts';
import { useMoveFund, useMoveWork } from '../api.ts';
import { stepLabels, type Step } from '../labels.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { FundDialog } from './FundDialog.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { useLinkedStep } from './useLinkedStep.ts';
import { useStepPause } from './useStepPause.ts';

// It brings the photo upload, which posters never need here.
const CompletionSheet = lazy(() =>
  import('./CompletionSheet.tsx').then((module) => ({ default: module.CompletionSheet })),
);

/** Moves no money and needs no comment, so one click takes it. */
type DirectStep = 'accepted' | Exclude<WorkStep, 'completed'>;
type DialogStep = Exclude<Step, DirectStep>;
type DialogProps = { contract: Contract; milestone: Milestone; onClose: () => void };

const dialogs: Record<DialogStep, ComponentType<DialogProps>> = {
  funded: FundDialog,
  released: ReleaseDialog,
  completed: CompletionSheet,
  change_requested: ChangeDialog,
};
const needsDialog = (step: Step): step is DialogStep => step in dialogs;

type Props = { contract: Contract; milestone: Milestone; step: Step; disabled?: boolean };

/** Of the milestones that can be funded, only the next one has a solid button. */
const isNextToFund = (contract: Contract, milestone: Milestone): boolean =>
  contract.milestones.find(({ next }) => next?.step === 'funded')?.id === milestone.id;

/** The button of one step of a milestone. Which steps there are, and whether they are allowed, the server says. */
export function StepButton({ contract, milestone, step, disabled = false }: Props) {
  const t = useT();
  const { isLinked, button } = useLinkedStep(milestone.id);
  const [open, setOpen] = useState(isLinked && !disabled && step !== 'change_requested');
  const { take, busy } = useTakeStep(contract, milestone);
  const labels = stepLabels[step];
  const online = useOnline();
  // A comment or a note can be written without a connection.
  const enabled = online || step === 'change_requested' || step === 'completed';
  const isRecent = useStepPause(milestone.changedAt);
  const isPaused = isRecent && step !== 'change_requested' && needsPause(step);
  const StepDialog = needsDialog(step) ? dialogs[step] : undefined;
  return (
    <>
      <Button
        ref={step === 'change_requested' ? undefined : button}
        variant={step === 'funded' && isNextToFund(contract, milestone) ? 'primary' : labels.variant}
        disabled={disabled || !enabled}
        busy={busy}
        paused={isPaused}
        busyText={t(labels.busy)}
        onClick={() => (needsDialog(step) ? setOpen(true) : void take(step))}
      >
        {enabled ? t(labels.name, { amount: formatRupees(milestone.amountPaise) }) : t('ui.needsInternet')}
      </Button>
      <Suspense>
        {open && StepDialog && (
          <StepDialog contract={contract} milestone={milestone} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

function useTakeStep({ jobId, poster }: Contract, { id: milestoneId, amountPaise }: Milestone) {
  const t = useT();
  const fund = useMoveFund();
  const work = useMoveWork();
  const { key } = useIdempotencyKey();

  async function take(step: DirectStep): Promise<void> {
    try {
      if (step === 'accepted')
        await fund.mutateAsync({ jobId, milestoneId, step, amountPaise, idempotencyKey: key() });
      else await work.mutateAsync({ jobId, milestoneId, step });
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t('common.something_wrong'));
      return;
    }
    // Show the toast even if the new state has already removed this button.
    toast.success(
      step === 'accepted' ? t('contracts.work_accepted') : t('web.contracts.told', { name: poster.name }),
    );
  }

  return { take, busy: fund.isPending || work.isPending };
}
