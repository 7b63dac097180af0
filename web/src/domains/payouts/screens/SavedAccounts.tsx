import '../payouts.css';
import { Suspense, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams, type Address } from '../../../platform/router/index.ts';
import type { PayoutAccount, Wallet } from '@fws/contract/payouts/schemas';
import { parseRupees } from '@fws/contract/platform/money';
import type { FieldError } from '@fws/contract/platform/refusal';
import { paths } from '../../../platform/router/paths.ts';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, ButtonLink, Empty, FieldGroup, LoadError, Note } from '../../../ui/index.ts';
import { savedAccountsQuery, walletBalanceQuery, type AccountKind } from '../api.ts';
import { accountKinds, formatAmountError } from '../labels.ts';
import { validateAmount, buildUpdatePath, addAmount, type Withdrawable } from '../withdrawal.ts';
import { AccountRadios } from '../components/AccountRadios.tsx';
import { IdentityFirst } from '../components/IdentityFirst.tsx';
import { StepScreen } from '../components/StepScreen.tsx';
import { useAmountLead } from '../components/useAmountLead.ts';
import { useChoice } from '../components/useChoice.ts';
import { WithdrawalsStopped } from '../components/WithdrawalsStopped.tsx';

const ConfirmWithdrawal = lazyScreen(['payouts'], () => import('../components/ConfirmWithdrawal.tsx'));

/** The last step: choose a saved account, then withdraw. */
export default function SavedAccounts({ kind }: { kind: AccountKind }) {
  const t = useT();
  const [search] = useSearchParams();
  const amount = search.get('amount') ?? '';
  const accounts = useQuery(savedAccountsQuery(kind));
  const stoppedAt = useQuery(walletBalanceQuery()).data?.stoppedAt ?? null;
  const { list, none, add } = accountKinds[kind];
  const addPath = addAmount(kind === 'bank' ? paths.addBank() : paths.addUpi(), amount);
  const empty = (
    <Empty
      title={t(none)}
      action={
        <ButtonLink variant="primary" icon="plus" to={addPath}>
          {t(add)}
        </ButtonLink>
      }
    >
      {t('web.payouts.noAccountWhy')}
    </Empty>
  );
  return (
    <StepScreen
      title={t(list)}
      lead={useAmountLead(amount)}
      back={{ to: addAmount(paths.payout(), amount), label: t('web.payouts.wayTitle') }}
      step={2}
      data={accounts}
      empty={
        accounts.data?.length === 0 &&
        (stoppedAt === null ? empty : <WithdrawalsStopped stoppedAt={stoppedAt} />)
      }
    >
      {() => (
        <>
          <SendTo accounts={accounts.data ?? []} amount={amount} />
          {stoppedAt === null && (
            <ButtonLink variant="quiet" icon="plus" to={addPath}>
              {t(add)}
            </ButtonLink>
          )}
        </>
      )}
    </StepScreen>
  );
}

SavedAccounts.firstQueries = (_: Address, { kind }: { kind: AccountKind }) => [
  savedAccountsQuery(kind),
  walletBalanceQuery(),
];

function SendTo({ accounts, amount }: { accounts: readonly PayoutAccount[]; amount: string }) {
  const t = useT();
  const online = useOnline();
  const navigate = useNavigate();
  const verified = useUser().identity === 'verified';
  const wallet = useQuery(walletBalanceQuery());
  const { picked, pick } = useChoice(accounts);
  const intent = useIdempotencyKey();
  const [confirming, setConfirming] = useState(false);
  const readyPaise = wallet.data?.withdrawablePaise;
  const amountError = useAmountError(amount, wallet.data);
  const submitText =
    amountError === null
      ? t('web.payouts.withdrawAmount', { amount: formatRupees(parseRupees(amount) ?? 0) })
      : t('web.payouts.withdraw');
  const stoppedAt = wallet.data?.stoppedAt ?? null;
  const canSubmit = online && verified && stoppedAt === null && picked !== undefined && amountError === null;

  function choose(account: PayoutAccount): void {
    pick(account);
    intent.renew();
  }

  return (
    <>
      {stoppedAt !== null && <WithdrawalsStopped stoppedAt={stoppedAt} />}
      {!verified && <IdentityFirst />}
      {wallet.error && !wallet.data && <LoadError error={wallet.error} onRetry={wallet.refetch} />}
      {verified && amount !== '' && amountError && (
        <Note tone="bad">
          {formatAmountError(t, amountError)}
          <p>
            <Link to={addAmount(paths.withdraw(), amount)}>{t('web.payouts.changeAmount')}</Link>
          </p>
        </Note>
      )}
      <FieldGroup label={t('web.payouts.sendTo')}>
        <AccountRadios
          accounts={accounts}
          picked={picked}
          onPick={choose}
          getUpdatePath={(account) => buildUpdatePath(account, amount)}
        />
      </FieldGroup>
      {amount === '' ? (
        <ButtonLink variant="accent" block to={paths.withdraw()}>
          {t('web.payouts.getPaid')}
        </ButtonLink>
      ) : (
        <Button variant="accent" block disabled={!canSubmit} onClick={() => setConfirming(true)}>
          {online ? submitText : t('ui.needsInternet')}
        </Button>
      )}
      {confirming && picked && readyPaise !== undefined && (
        <Suspense>
          <ConfirmWithdrawal
            amount={amount}
            account={picked}
            readyPaise={readyPaise}
            intent={intent}
            onDone={() => navigate(paths.payment())}
            onClose={() => setConfirming(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What is wrong with the amount; undefined until it is checked. */
function useAmountError(amount: string, wallet: Wallet | undefined): FieldError | null | undefined {
  const [checked, setChecked] = useState<{ amount: string; error: FieldError | null }>();
  useEffect(() => {
    let isCurrent = true;
    async function check(current: Withdrawable): Promise<void> {
      const error = await validateAmount(amount, current);
      if (isCurrent) setChecked({ amount, error });
    }
    if (wallet) void check(wallet);
    return () => {
      isCurrent = false;
    };
  }, [amount, wallet]);
  return checked?.amount === amount ? checked.error : undefined;
}
