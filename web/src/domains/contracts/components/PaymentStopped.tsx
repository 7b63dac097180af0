import type { EscrowStatus } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, ButtonRow, Note, Sheet } from '../../../ui/index.ts';

type Props = { payment: EscrowStatus; orderId: string; message: string };

/**
 * No money arrived: the reason, and the ways to continue. A cancelled order cannot be paid; the job creates a
 * new one.
 */
export function PaymentStopped({ payment, orderId, message }: Props) {
  const t = useT();
  const canRetry = payment.status !== 'CANCELLED';
  return (
    <div className="con-pay">
      <Sheet>
        <Note tone="bad">
          <p>{message}</p>
          {payment.reason !== null && <p className="t2">{payment.reason}</p>}
        </Note>
        <p className="con-total money" translate="no">
          {formatRupees(payment.amountPaise)}
        </p>
        <ButtonRow>
          {canRetry && (
            <ButtonLink variant="primary" to={paths.pay(orderId)} toServer>
              {t('ui.tryAgain')}
            </ButtonLink>
          )}
          <ButtonLink variant={canRetry ? 'second' : 'primary'} to={paths.awardedJob(payment.jobId)}>
            {t('web.jobs.toJob')}
          </ButtonLink>
          <ButtonLink variant="quiet" to={paths.postedJobs()}>
            {t('shell.posted')}
          </ButtonLink>
        </ButtonRow>
      </Sheet>
    </div>
  );
}
