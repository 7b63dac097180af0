import '../payouts.css';
import { useQuery } from '@tanstack/react-query';
import type { Wallet } from '@fws/contract/payouts/schemas';
import { useContacts } from '../../../platform/contacts/index.ts';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useSearchParams } from '../../../platform/router/index.ts';
import { useSession, useUser } from '../../../platform/session/index.ts';
import { Button, Note, Screen } from '../../../ui/index.ts';
import { SuspendedTakedowns } from '../../safety/index.ts';
import { walletBalanceQuery } from '../api.ts';
import { Resting } from '../components/Resting.tsx';
import { WithdrawForm } from '../components/WithdrawForm.tsx';
import { WithdrawalsStopped } from '../components/WithdrawalsStopped.tsx';

/** The first screen of a suspended person: why, how to appeal, their money, and whom to write to. */
export default function Suspended() {
  const t = useT();
  const { suspension, identity } = useUser();
  const { signOut } = useSession();
  const contacts = useContacts();
  const wallet = useQuery(walletBalanceQuery());
  return (
    <Screen
      title={t('web.payouts.suspended.title')}
      lead={suspension && t('web.payouts.suspended.since', { date: formatDate(t, suspension.at) })}
      data={wallet}
    >
      {() => (
        <div className="stack pay-narrow pay-suspended">
          <section className="sheet" aria-labelledby="suspended-why">
            <h2 id="suspended-why">{t('web.payouts.suspended.why')}</h2>
            <p className="pay-reason">{suspension?.reason}</p>
            <p className="t2 mut">{t('web.payouts.suspended.effect')}</p>
            <a className="btn second" href={`mailto:${contacts.email}`}>
              {t('web.payouts.writeToSupport')}
            </a>
          </section>
          <SuspendedTakedowns />
          <section className="sheet" aria-labelledby="suspended-money">
            <h2 id="suspended-money">{t('web.payouts.suspended.money')}</h2>
            <p className="pay-ready">
              {t('web.payouts.ready', { amount: formatRupees(wallet.data?.withdrawablePaise ?? 0) })}
            </p>
            {wallet.data && <Money wallet={wallet.data} isVerified={identity === 'verified'} />}
          </section>
          {wallet.data && wallet.data.restingPaise > 0 && <Resting wallet={wallet.data} id="resting" />}
          <Button onClick={() => void signOut()}>{t('shell.logout')}</Button>
        </div>
      )}
    </Screen>
  );
}

type MoneyProps = { wallet: Wallet; isVerified: boolean };

function Money({ wallet, isVerified }: MoneyProps) {
  const t = useT();
  // The amount comes back from the screen that adds an account.
  const [search] = useSearchParams();
  const { stoppedAt, withdrawablePaise } = wallet;
  if (stoppedAt !== null) return <WithdrawalsStopped stoppedAt={stoppedAt} />;
  if (withdrawablePaise === 0) return <p className="t2 mut">{t('web.payouts.suspended.noMoney')}</p>;
  if (!isVerified) return <Note tone="warn">{t('web.payouts.suspended.identity')}</Note>;
  return <WithdrawForm wallet={wallet} initialAmount={search.get('amount') ?? ''} />;
}

Suspended.firstQueries = () => [walletBalanceQuery(), ...SuspendedTakedowns.firstQueries()];
