import { useState } from 'react';
import type { CancelPlan, Contract } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, ButtonLink, ButtonRow, Lines, Note, Sheet } from '../../../ui/index.ts';
import { useAnswerCancellation, useCancelJob } from '../api.ts';
import { toPercent } from '../money.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

type Props = { contract: Contract };

/** Cancels an awarded job. Shows what it costs each side before anybody decides. */
export function CancelSheet({ contract }: Props) {
  const { state, cancel } = contract;
  if (state !== 'awarded' && state !== 'in_progress') return null;
  if (contract.side === 'poster') return <PosterCancels contract={contract} />;
  return cancel.asked && <WorkerAnswers contract={contract} />;
}

function PosterCancels({ contract }: Props) {
  const t = useT();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const { ability, plan, asked: cancelRequest } = contract.cancel;
  const { name } = contract.worker;
  return (
    <Sheet title={t('web.contracts.cancel')}>
      {!ability.allowed && (
        <>
          <p className="t2 mut">{t(ability.reason)}</p>
          {ability.reason === 'contracts.cancel_needs_dispute' && (
            <ButtonLink
              variant="quiet"
              className="con-link"
              to={`${paths.disputes()}?raise=${contract.jobId}`}
            >
              {t('web.contracts.raiseIssue')}
            </ButtonLink>
          )}
        </>
      )}
      {ability.allowed && cancelRequest && <Note>{t('web.contracts.cancelAsked', { name })}</Note>}
      {ability.allowed && !cancelRequest && plan && (
        <>
          <p className="t2 mut">
            {plan.way === 'consent'
              ? t('web.contracts.cancelConsent', { name })
              : t('web.contracts.cancelAlone', { percent: toPercent(contract.refundChargeBps) })}
          </p>
          <Button
            variant="danger"
            block
            className="con-reach"
            disabled={!online}
            onClick={() => setOpen(true)}
          >
            {t(online ? getCancelLabel(plan) : 'ui.needsInternet')}
          </Button>
          {open && <CancelDialog contract={contract} plan={plan} onClose={() => setOpen(false)} />}
        </>
      )}
    </Sheet>
  );
}

const getCancelLabel = (plan: CancelPlan) =>
  plan.way === 'consent' ? 'web.contracts.askToCancel' : 'web.contracts.cancelJob';

function CancelDialog({ contract, plan, onClose }: Props & { plan: CancelPlan; onClose: () => void }) {
  const t = useT();
  const cancel = useCancelJob();
  const { key } = useIdempotencyKey();

  async function send(comment: string): Promise<void> {
    const { jobId } = contract;
    let result;
    try {
      result = await cancel.mutateAsync({
        jobId,
        comment,
        refundPaise: plan.refundPaise,
        idempotencyKey: key(),
      });
    } catch {
      return; // The dialog stays open and shows the error.
    }
    toast.success(t(result.outcome === 'asked' ? 'contracts.cancel_asked' : 'contracts.job_cancelled'));
    onClose();
  }

  return (
    <ReasonDialog
      title={t('web.contracts.cancelTitle')}
      label={t('web.contracts.cancelWhy')}
      requiredText={t('contracts.cancel_reason_required')}
      submitText={t(getCancelLabel(plan))}
      busyText={t('ui.saving')}
      danger
      busy={cancel.isPending}
      error={cancel.error}
      onSend={(comment) => void send(comment)}
      onClose={onClose}
    >
      <PlanLines contract={contract} plan={plan} />
    </ReasonDialog>
  );
}

/** Where the money in escrow would go. */
function PlanLines({ contract, plan }: Props & { plan: CancelPlan }) {
  const t = useT();
  const percent = toPercent(contract.refundChargeBps);
  return (
    <Lines
      items={[
        { label: t('web.contracts.comesBack'), value: formatRupees(plan.refundPaise, { paise: true }) },
        {
          label: t('web.contracts.charge', { percent }),
          value: formatRupees(plan.chargePaise, { paise: true }),
        },
        {
          label: t('web.contracts.goesToWorker', { name: contract.worker.name }),
          value: formatRupees(plan.releasePaise, { paise: true }),
        },
      ]}
    />
  );
}

function WorkerAnswers({ contract }: Props) {
  const t = useT();
  const online = useOnline();
  const answer = useAnswerCancellation();
  const { key, renew } = useIdempotencyKey();
  const { plan, asked: cancelRequest } = contract.cancel;

  async function send(agree: 'yes' | 'no'): Promise<void> {
    try {
      await answer.mutateAsync({ jobId: contract.jobId, agree, idempotencyKey: key() });
      toast.success(t(agree === 'yes' ? 'contracts.job_cancelled' : 'contracts.moved'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t('common.something_wrong'));
    }
    renew();
  }

  return (
    <Sheet title={t('web.contracts.asksToCancel', { name: contract.poster.name })}>
      <p className="con-text">{cancelRequest?.comment}</p>
      {plan && <PlanLines contract={contract} plan={plan} />}
      {!plan && <p className="t2 mut">{t('contracts.cancel_needs_dispute')}</p>}
      <ButtonRow>
        <Button disabled={!online} busy={answer.isPending} onClick={() => void send('no')}>
          {t('web.contracts.keepJob')}
        </Button>
        {plan && (
          <Button
            variant="danger"
            disabled={!online}
            busy={answer.isPending}
            onClick={() => void send('yes')}
          >
            {t('web.contracts.agreeToCancel')}
          </Button>
        )}
      </ButtonRow>
    </Sheet>
  );
}
