import { Suspense } from 'react';
import { Link } from '../../../platform/router/index.ts';
import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, formatTime, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import type { Translate } from '../../../platform/i18n/index.ts';
import { Mile, Path } from '../../../ui/index.ts';
import { RestDetails } from '../../rests/index.ts';
import { VisitHint } from '../../visits/index.ts';
import { getMoneyState, getMoneyPath } from '../money.ts';
import { Completions } from './Completions.tsx';
import { MilestoneAction } from './MilestoneAction.tsx';
import { ReceiptLinks } from './ReceiptLinks.tsx';

type Props = { contract: Contract; milestone: Milestone; moving: boolean };

export function MilestoneRow({ contract, milestone, moving }: Props) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { side } = contract;
  const state = getMoneyState(milestone, side);
  const path = isCancelled(contract, milestone) ? null : getMoneyPath(milestone, side);
  const hint = getHint(t, contract, milestone);
  const { comment, openOrderId, releasesAt } = milestone;
  const changes = describeChanges(t, contract, milestone);
  const division = describeDivision(t, contract, milestone);
  const hasMore =
    comment !== '' ||
    hint !== undefined ||
    openOrderId !== null ||
    releasesAt !== null ||
    division !== undefined ||
    changes !== undefined;
  const more = (
    <>
      {comment !== '' && <p>{comment}</p>}
      {hint !== undefined && <p>{hint}</p>}
      {division !== undefined && <p>{division}</p>}
      {releasesAt !== null && (
        <p>
          {t(`web.contracts.byItself.${side}`, {
            date: formatDate(t, releasesAt, { year: false }),
            time: formatTime(t, releasesAt),
          })}
        </p>
      )}
      {changes !== undefined && <p>{changes}</p>}
      {openOrderId !== null && <PaymentLink orderId={openOrderId} />}
    </>
  );
  return (
    <Mile
      state={state}
      number={milestone.position}
      title={milestone.name}
      amountPaise={milestone.amountPaise}
      label={getStateLabel(t, contract, milestone)}
      when={formatChangedAt(t, milestone, timeAgo)}
      path={path && <Path {...path} toBank={side === 'worker'} />}
      comment={hasMore ? more : undefined}
      shown={
        <>
          <VisitHint jobId={contract.jobId} milestone={milestone} />
          <Completions completions={milestone.completions} workerName={contract.worker.name} />
          <ReceiptLinks receipts={milestone.receipts} />
          {side === 'worker' && milestone.waitingFor === 'contracts.waiting_for_funding' && (
            <Suspense>
              <RestDetails
                of={{ jobId: contract.jobId, milestoneId: milestone.id }}
                side={side}
                name={contract.poster.name}
              />
            </Suspense>
          )}
        </>
      }
      actions={<MilestoneAction contract={contract} milestone={milestone} />}
      moving={moving}
    />
  );
}

/** Nobody will pay it any more: the job was cancelled before it was funded. */
const isCancelled = (contract: Contract, { fund }: Milestone): boolean =>
  (contract.state === 'cancelled' || contract.state === 'ending') &&
  (fund === 'unfunded' || fund === 'funding_pending');

/** Replaces the usual label of the state where there is more to say. */
function getStateLabel(t: Translate, contract: Contract, milestone: Milestone): string | undefined {
  const { fund, work, onHold } = milestone;
  if (isCancelled(contract, milestone)) return t('web.contracts.word.cancelled');
  if (fund === 'funding_pending') return t('web.contracts.word.pending');
  if (fund === 'refund_pending') return t('web.contracts.word.refunding');
  if (onHold) return undefined;
  if (fund === 'accepted') return t('web.contracts.word.accepted');
  if (fund === 'funded' && work === 'payment_requested' && contract.side === 'poster')
    return t('web.contracts.word.asks', { name: contract.worker.name });
  return undefined;
}

function formatChangedAt(
  t: Translate,
  { fund, changedAt }: Milestone,
  timeAgo: ReturnType<typeof useTimeAgo>,
): string | undefined {
  if (fund === 'unfunded') return undefined;
  return fund === 'released' ? formatDate(t, changedAt, { year: false }) : timeAgo(changedAt);
}

/** What the state means for this side, when that is not obvious. */
function getHint(t: Translate, { side, worker, poster }: Contract, milestone: Milestone): string | undefined {
  const { fund, work, next, waitingFor, whileSuspended } = milestone;
  if (whileSuspended !== null) return t(whileSuspended);
  if (side === 'poster') {
    if (fund === 'unfunded' && next) return t('web.contracts.hint.fund', { name: worker.name });
    return fund === 'accepted' ? t('web.contracts.hint.release', { name: worker.name }) : undefined;
  }
  if (waitingFor === 'contracts.waiting_for_funding') return t('web.contracts.hint.doNotStart');
  if (waitingFor !== null && work === 'payment_requested')
    return t('web.contracts.hint.told', { name: poster.name });
  return undefined;
}

/** Who got how much of a milestone that both sides divided. */
function describeDivision(
  t: Translate,
  { poster, worker }: Contract,
  { division }: Milestone,
): string | undefined {
  return division === null
    ? undefined
    : t('web.contracts.split.divided', {
        worker: worker.name,
        workerAmount: formatRupees(division.workerPaise),
        poster: poster.name,
        posterAmount: formatRupees(division.refundPaise),
      });
}

/** How often the poster may still ask for changes: for the poster who can ask now, and for the worker who was asked. */
function describeChanges(
  t: Translate,
  { side, poster }: Contract,
  { askChange, changesLeft, comment, work }: Milestone,
): string | undefined {
  if (side === 'worker')
    return comment !== '' && work === 'started'
      ? t('web.contracts.changesLeft.worker', { count: changesLeft, name: poster.name })
      : undefined;
  if (askChange === null) return undefined;
  if (askChange.allowed) return t('web.contracts.changesLeft.poster', { count: changesLeft });
  return askChange.reason === 'contracts.changes_used_up' ? t(askChange.reason) : undefined;
}

function PaymentLink({ orderId }: { orderId: string }) {
  const t = useT();
  return (
    <Link to={`${paths.payingScreen()}?order_id=${encodeURIComponent(orderId)}`}>
      {t('web.contracts.seePayment')}
    </Link>
  );
}
