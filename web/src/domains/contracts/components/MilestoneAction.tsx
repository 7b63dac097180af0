import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { VisitStart } from '../../visits/index.ts';
import { Button } from '../../../ui/index.ts';
import { getOfferedStep } from '../nextStep.ts';
import { StepButton } from './StepButton.tsx';

type Props = { contract: Contract; milestone: Milestone };

/**
 * The one step that this side can take now; otherwise what prevents it, or who acts next. While the other side is
 * suspended, the hint above says what to do, and nobody is waited for.
 */
export function MilestoneAction({ contract, milestone }: Props) {
  const t = useT();
  const { next, whileSuspended } = milestone;
  const step = getOfferedStep(milestone);
  if (!next || !step)
    return whileSuspended === null ? <Waiting contract={contract} milestone={milestone} /> : null;
  const { ability } = next;
  const button = (
    <StepButton
      key={step}
      contract={contract}
      milestone={milestone}
      step={step}
      disabled={!ability.allowed}
    />
  );
  return (
    <>
      {step === 'started' ? (
        <VisitStart milestone={milestone} jobId={contract.jobId} label={t('web.contracts.start')}>
          {button}
        </VisitStart>
      ) : (
        button
      )}
      {milestone.askChange?.allowed && (
        <StepButton contract={contract} milestone={milestone} step="change_requested" />
      )}
      {!ability.allowed && ability.reason !== 'contracts.worker_suspended' && (
        <p className="con-wait">{t(ability.reason)}</p>
      )}
    </>
  );
}

function Waiting({ contract, milestone }: Props) {
  const t = useT();
  const { split, waitingFor } = milestone;
  // The sheet about what started work is worth says whose turn it is.
  if (split !== null || waitingFor === null) return null;
  if (waitingFor === 'contracts.waiting_for_funding')
    return (
      <>
        <Button disabled>{t('web.contracts.start')}</Button>
        <p className="con-wait">{t(waitingFor)}</p>
      </>
    );
  if (waitingFor === 'contracts.worker_suspended') return <p className="con-wait">{t(waitingFor)}</p>;
  const { name } = contract.side === 'poster' ? contract.worker : contract.poster;
  return <p className="con-wait">{t('web.contracts.waitingFor', { name })}</p>;
}
