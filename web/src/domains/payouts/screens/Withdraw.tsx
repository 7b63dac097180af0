import '../payouts.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { formatDayAndTime } from '../labels.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { ButtonLink, Empty, Screen, SkeletonLine } from '../../../ui/index.ts';
import { savedAccountsQuery, walletBalanceQuery } from '../api.ts';
import { IdentityFirst } from '../components/IdentityFirst.tsx';
import { WithdrawForm } from '../components/WithdrawForm.tsx';
import { WithdrawalsStopped } from '../components/WithdrawalsStopped.tsx';

/** The whole withdrawal on one panel. `?amount=` fills it in, after an account was added. */
export default function Withdraw() {
  const t = useT();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const verified = useUser().identity === 'verified';
  const wallet = useQuery(walletBalanceQuery());
  const readyPaise = wallet.data?.withdrawablePaise;
  const rest = wallet.data?.resting[0];
  const stoppedAt = wallet.data?.stoppedAt ?? null;
  const emptyWallet = (
    <Empty
      title={t('web.payouts.nothingReady')}
      action={<ButtonLink to={paths.payment()}>{t('ui.passbook')}</ButtonLink>}
    >
      {rest?.until
        ? t('web.payouts.nothingReadyRests', {
            amount: formatRupees(rest.amountPaise),
            time: formatDayAndTime(t, rest.until),
          })
        : t('web.payouts.nothingReadyWhy')}
    </Empty>
  );
  const notReady = verified ? readyPaise === 0 && emptyWallet : <IdentityFirst />;
  const blocker = stoppedAt === null ? notReady : <WithdrawalsStopped stoppedAt={stoppedAt} />;
  return (
    <Screen
      title={t('web.payouts.withdraw')}
      lead={
        readyPaise === undefined ? undefined : t('web.payouts.ready', { amount: formatRupees(readyPaise) })
      }
      back={{ to: paths.payment(), label: t('ui.passbook') }}
      data={wallet}
      empty={blocker}
      skeleton={
        <div className="sheet sk-card pay-narrow">
          <SkeletonLine width="30%" />
          <SkeletonLine height={60} />
          <SkeletonLine height={48} />
        </div>
      }
    >
      {() =>
        wallet.data && (
          <section className="sheet pay-narrow">
            <WithdrawForm
              wallet={wallet.data}
              initialAmount={search.get('amount') ?? ''}
              onDone={() => navigate(paths.payment())}
            />
          </section>
        )
      }
    </Screen>
  );
}

Withdraw.firstQueries = () => [walletBalanceQuery(), savedAccountsQuery('bank'), savedAccountsQuery('upi')];
