import { useState } from 'react';
import type { CancelPlan, Contract } from '@fws/contract/contracts/schemas';
import type { Excuse } from '@fws/contract/visits/model';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Lines, Note, Sheet } from '../../../ui/index.ts';
import { useCancelJob } from '../api.ts';
import { toPercent } from '../money.ts';
import { holdVisitFee } from '../visitFee.ts';
import { CancelExcuse } from './CancelExcuse.tsx';
import { CancelParts } from './CancelParts.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';

type Props = { contract: Contract };

/** Cancels an awarded job. Shows what happens to its money before anybody decides, and who cancelled afterwards. */
export function CancelSheet({ contract }: Props) {
  const t = useT();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const { ability, plan, ending } = contract.cancel;
  if (contract.state === 'ending' && ending) {
    const { name } = ending.side === 'poster' ? contract.poster : contract.worker;
    return (
      <Sheet title={t('web.contracts.ending', { name })}>
        {ending.comment !== '' && <p className="con-text">{ending.comment}</p>}
        <Note>{t('contracts.job_ending_now')}</Note>
      </Sheet>
    );
  }
  if (!plan) {
    if (ability.allowed || ability.reason !== 'contracts.cancel_claim_open') return null;
    return (
      <Sheet title={t('web.contracts.cancel')}>
        <p className="t2 mut">{t(ability.reason)}</p>
      </Sheet>
    );
  }
  return (
    <Sheet title={t('web.contracts.cancel')}>
      {!ability.allowed && <p className="t2 mut">{t(ability.reason)}</p>}
      {ability.allowed && (
        <>
          <p className="t2 mut">
            {contract.side === 'poster'
              ? t('web.contracts.cancelAlone', { percent: toPercent(contract.refundChargeBps) })
              : t('web.contracts.cancelAsWorker')}
          </p>
          <Button
            variant="danger"
            block
            className="con-reach"
            disabled={!online}
            onClick={() => setOpen(true)}
          >
            {t(online ? 'web.contracts.cancelJob' : 'ui.needsInternet')}
          </Button>
          {open && <CancelDialog contract={contract} plan={plan} onClose={() => setOpen(false)} />}
        </>
      )}
    </Sheet>
  );
}

const DONE = {
  cancelled: 'contracts.job_cancelled',
  ending: 'contracts.job_ending_now',
  completed: 'contracts.job_settled',
} as const satisfies Record<string, MessageId>;

function CancelDialog({
  contract,
  plan: usualPlan,
  onClose,
}: Props & { plan: CancelPlan; onClose: () => void }) {
  const t = useT();
  const [excuse, setExcuse] = useState<Excuse | null>(null);
  const { foreseen } = contract.cancel;
  const isHeld = contract.side === 'poster' && excuse === 'hindered';
  const plan = isHeld ? holdVisitFee(usualPlan, contract.milestones) : usualPlan;
  const cancel = useCancelJob();
  const { key, renew } = useIdempotencyKey();

  async function send(comment: string): Promise<void> {
    const { jobId } = contract;
    let result;
    try {
      result = await cancel.mutateAsync({
        jobId,
        comment,
        refundPaise: plan.refundPaise,
        excuse,
        idempotencyKey: key(),
      });
    } catch {
      return; // The dialog stays open and shows the error.
    }
    toast.success(t(DONE[result.outcome]));
    onClose();
  }

  return (
    <ReasonDialog
      title={t('web.contracts.cancelTitle')}
      label={t('web.contracts.cancelWhy')}
      requiredText={t('contracts.cancel_reason_required')}
      submitText={t('web.contracts.cancelJob')}
      busyText={t('ui.saving')}
      keepText={t('web.contracts.keepJob')}
      danger
      busy={cancel.isPending}
      error={cancel.error}
      onSend={(comment) => void send(comment)}
      onClose={onClose}
    >
      <CancelParts contract={contract} plan={plan} />
      <PlanLines contract={contract} plan={plan} />
      {foreseen ? (
        <CancelExcuse
          contract={contract}
          foreseen={foreseen}
          excuse={excuse}
          onChange={(chosen) => {
            renew();
            setExcuse(chosen);
          }}
        />
      ) : (
        <Note tone={contract.cancel.counts ? 'warn' : 'info'}>
          {t(contract.cancel.counts ? 'web.contracts.cancelCounts' : 'web.contracts.cancelCountsNot')}
        </Note>
      )}
    </ReasonDialog>
  );
}

/** Where the money goes. */
function PlanLines({ contract, plan }: Props & { plan: CancelPlan }) {
  const t = useT();
  const percent = toPercent(contract.refundChargeBps);
  const items: [string, number][] = [
    [t('web.contracts.comesBack', { name: contract.poster.name }), plan.refundPaise],
    ...(plan.chargePaise > 0
      ? [[t('web.contracts.charge', { percent }), plan.chargePaise] as [string, number]]
      : []),
    [t('web.contracts.goesToWorker', { name: contract.worker.name }), plan.releasedPaise + plan.releasePaise],
    ...(plan.waitingPaise > 0 ? [[t('web.contracts.waits'), plan.waitingPaise] as [string, number]] : []),
  ];
  return (
    <Lines items={items.map(([label, paise]) => ({ label, value: formatRupees(paise, { paise: true }) }))} />
  );
}
