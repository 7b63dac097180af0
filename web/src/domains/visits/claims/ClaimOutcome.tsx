import type { Visit } from '@fws/contract/visits/schemas';
import { formatRupees, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { ButtonLink, Note, Sheet } from '../../../ui/index.ts';
import { isInDispute, type ClaimProps } from './outcome.ts';

/** Why a visit did not take place, and what became of its money. */
export function ClaimOutcome({ visit, contract }: ClaimProps) {
  const t = useT();
  if (isInDispute(visit, contract.milestones))
    return (
      <Sheet title={t('web.visits.outcome.contested')}>
        <div className="vis-gap">
          <p className="t2 mut">{t('web.visits.outcome.contestedText')}</p>
          <ButtonLink to={paths.disputes()}>{t('web.visits.outcome.disputes')}</ButtonLink>
        </div>
      </Sheet>
    );
  if (visit.state === 'contested')
    return (
      <Sheet title={t('web.visits.outcome.disagreed')}>
        <p className="t2 mut">{t('web.visits.outcome.disagreedText')}</p>
      </Sheet>
    );
  const { cause } = visit;
  if (!cause) return null;
  const { name } = contract[cause.side];
  const isOwn = cause.side === visit.side;
  return (
    <Sheet title={t(getTitle(cause, isOwn), { name })}>
      <div className="vis-gap">
        <p className="t2 mut">{t(getMoney(visit, cause), { amount: formatRupees(visit.feePaise), name })}</p>
        {cause.excuse && <Note>{t(`web.visits.outcome.excuse.${cause.excuse}`)}</Note>}
      </div>
    </Sheet>
  );
}

type Cause = NonNullable<Visit['cause']>;

function getTitle({ isAbsence }: Cause, isOwn: boolean): MessageId {
  if (isOwn) return isAbsence ? 'web.visits.outcome.youAbsent' : 'web.visits.outcome.youCancelled';
  return isAbsence ? 'web.visits.outcome.otherAbsent' : 'web.visits.outcome.otherCancelled';
}

function getMoney({ feePaise }: Visit, { side, isAbsence }: Cause): MessageId {
  if (side === 'worker') return 'web.visits.outcome.allBack';
  if (!isAbsence) return 'web.visits.outcome.asCancelled';
  return feePaise > 0 ? 'web.visits.outcome.feeToWorker' : 'web.visits.outcome.noFee';
}
