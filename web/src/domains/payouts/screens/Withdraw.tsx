import '../payouts.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, ButtonLink, Empty } from '../../../ui/index.ts';
import { walletBalanceQuery } from '../api.ts';
import { AmountField } from '../components/AmountField.tsx';
import { IdentityFirst } from '../components/IdentityFirst.tsx';
import { StepScreen } from '../components/StepScreen.tsx';
import { WithdrawalsStopped } from '../components/WithdrawalsStopped.tsx';
import { validateAmount, addAmount } from '../withdrawal.ts';

/** The first step of a withdrawal: the amount. */
export default function Withdraw() {
  const t = useT();
  const verified = useUser().identity === 'verified';
  const wallet = useQuery(walletBalanceQuery());
  const readyPaise = wallet.data?.balancePaise;
  const stoppedAt = wallet.data?.stoppedAt ?? null;
  const emptyWallet = (
    <Empty
      title={t('web.payouts.nothingReady')}
      action={<ButtonLink to={paths.payment()}>{t('ui.passbook')}</ButtonLink>}
    >
      {t('web.payouts.nothingReadyWhy')}
    </Empty>
  );
  const notReady = verified ? readyPaise === 0 && emptyWallet : <IdentityFirst />;
  const blocker = stoppedAt === null ? notReady : <WithdrawalsStopped stoppedAt={stoppedAt} />;
  return (
    <StepScreen
      title={t('web.payouts.withdraw')}
      lead={
        readyPaise === undefined ? undefined : t('web.payouts.ready', { amount: formatRupees(readyPaise) })
      }
      back={{ to: paths.payment(), label: t('ui.passbook') }}
      step={0}
      data={wallet}
      empty={blocker}
    >
      {readyPaise !== undefined && <AmountForm readyPaise={readyPaise} />}
    </StepScreen>
  );
}

function AmountForm({ readyPaise }: { readyPaise: number }) {
  const t = useT();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  // The URL changes too late for typing, so the text has its own state.
  const [amount, setAmount] = useState(search.get('amount') ?? '');
  const [problem, setProblem] = useState<string>();

  function change(next: string): void {
    setAmount(next);
    setSearch(next === '' ? {} : { amount: next }, { replace: true });
    setProblem(undefined);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const amountError = validateAmount(amount, readyPaise);
    if (!amountError) return navigate(addAmount(paths.payout(), amount));
    setProblem(t(amountError.code, amountError.values));
    document.getElementById('amount')?.focus();
  }

  return (
    <form onSubmit={submit} noValidate>
      <AmountField readyPaise={readyPaise} amount={amount} onAmount={change} problem={problem} />
      <Button type="submit" variant="primary" block>
        {t('web.payouts.continue')}
      </Button>
    </form>
  );
}
