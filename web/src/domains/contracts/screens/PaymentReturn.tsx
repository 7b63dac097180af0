import '../contracts.css';
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from '../../../platform/router/index.ts';
import type { EscrowStatus } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatRupees, translate, useT } from '../../../platform/i18n/index.ts';
import { refresh } from '../../../platform/queries/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Screen } from '../../../ui/index.ts';
import { paymentQuery } from '../api.ts';
import { PaymentStopped } from '../components/PaymentStopped.tsx';
import { PaymentWait } from '../components/PaymentWait.tsx';
import { isWaiting, stoppedMessages } from '../payment.ts';

const POLL_MS = 2_000;

/** The page the payer returns to. Waits until the money is confirmed in escrow. */
export default function PaymentReturn() {
  const t = useT();
  const [search] = useSearchParams();
  const orderId = search.get('order_id') ?? '';
  const payment = useQuery({
    ...paymentQuery(orderId),
    // The status from before the payer left for the payment page is outdated.
    staleTime: 0,
    refetchInterval: ({ state }) => (isWaiting(state.data?.status, state.error) ? POLL_MS : false),
  });
  useArrival(payment.data);
  const isPending = payment.data?.status === 'SUCCESS' || isWaiting(payment.data?.status, payment.error);
  const stoppedMessage = payment.data && stoppedMessages[payment.data.status];
  return (
    <Screen
      title={t(isPending ? 'contracts.payment_status' : 'web.contracts.pay.stopped')}
      back={{ to: paths.postedJobs(), label: t('shell.posted') }}
      data={payment}
    >
      {() =>
        payment.data &&
        (stoppedMessage ? (
          <PaymentStopped payment={payment.data} orderId={orderId} message={t(stoppedMessage)} />
        ) : (
          <PaymentWait payment={payment.data} orderId={orderId} />
        ))
      }
    </Screen>
  );
}

/** None: what the server knew before would be outdated. */
PaymentReturn.firstQueries = () => [];

/** Returns to the job once the ledger has the money. */
function useArrival(payment: EscrowStatus | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (payment?.status !== 'SUCCESS') return;
    void refresh('contract', 'job');
    toast.success(translate('web.contracts.pay.received', { amount: formatRupees(payment.amountPaise) }));
    navigate(paths.awardedJob(payment.jobId), { replace: true });
  }, [payment, navigate]);
}
