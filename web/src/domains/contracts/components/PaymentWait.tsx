import { useEffect, useState } from 'react';
import type { EscrowStatus } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, ButtonRow, Path, Sheet } from '../../../ui/index.ts';

const LONG_WAIT_MS = 30_000;

/** Waits for the payment. After a while it offers to leave the page. */
export function PaymentWait({ payment, orderId }: { payment: EscrowStatus; orderId: string }) {
  const t = useT();
  const isLongWait = useLongWait();
  const notStarted = payment.status === 'NOT_ATTEMPTED';
  return (
    <div className="con-pay">
      <Sheet>
        <p className="con-total money" translate="no">
          {formatRupees(payment.amountPaise)}
        </p>
        <Path at="funded" />
        <div role="status">
          <p>{t('web.contracts.pay.asking')}</p>
          {isLongWait && <p>{t('web.contracts.pay.leave')}</p>}
          {isLongWait && notStarted && <p>{t('contracts.payment_not_attempted')}</p>}
        </div>
        {isLongWait && (
          <ButtonRow>
            {notStarted && (
              <ButtonLink variant="primary" to={paths.pay(orderId)} toServer>
                {t('web.contracts.pay.toPage')}
              </ButtonLink>
            )}
            <ButtonLink to={paths.awardedJob(payment.jobId)}>{t('web.jobs.toJob')}</ButtonLink>
          </ButtonRow>
        )}
      </Sheet>
    </div>
  );
}

function useLongWait(): boolean {
  const [isLongWait, setLongWait] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLongWait(true), LONG_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLongWait;
}
