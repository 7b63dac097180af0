import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { parseRupees, toRupees } from '@fws/contract/platform/money';
import { paths } from '../../../platform/router/paths.ts';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, ButtonLink, FieldGroup, LoadError, Skeleton, SkeletonLine } from '../../../ui/index.ts';
import { savedAccountsQuery } from '../api.ts';
import { formatAmountError } from '../labels.ts';
import {
  addAmount,
  calculateRemainingPaise,
  describeLimit,
  validateAmount,
  type Withdrawable,
} from '../withdrawal.ts';
import { AccountRadios } from './AccountRadios.tsx';
import { AmountField } from './AmountField.tsx';
import { useChoice } from './useChoice.ts';

const ConfirmWithdrawal = lazyScreen(['payouts'], () => import('./ConfirmWithdrawal.tsx'));

/** What a withdrawal moves at least. */
const MIN_PAISE = 100;

type Props = {
  wallet: Withdrawable;
  /** The amount to begin with, in rupees. */
  initialAmount?: string;
  onDone?: () => void;
};

/** Amount and account on one panel, then a confirmation. */
export function WithdrawForm({ wallet, initialAmount = '', onDone }: Props) {
  const t = useT();
  const { withdrawablePaise: readyPaise, limit } = wallet;
  const online = useOnline();
  const { suspension } = useUser();
  const [amount, setAmount] = useState(initialAmount);
  const [problem, setProblem] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const bank = useQuery(savedAccountsQuery('bank'));
  const upi = useQuery(savedAccountsQuery('upi'));
  const accounts = [...(bank.data ?? []), ...(upi.data ?? [])];
  const { picked, pick } = useChoice(accounts);
  const intent = useIdempotencyKey();
  const isValid = calculateRemainingPaise(amount, readyPaise) !== null;
  const submitText = isValid
    ? t('web.payouts.withdrawAmount', { amount: formatRupees(parseRupees(amount) ?? 0) })
    : t('web.payouts.withdraw');
  // Only an amount that is too large has a smaller one that can go.
  const canMake = readyPaise >= MIN_PAISE && (parseRupees(amount) ?? 0) > readyPaise;
  const failedQuery = [bank, upi].find((query) => query.error && !query.data);

  function change(next: string): void {
    setAmount(next);
    setProblem(undefined);
    intent.renew();
  }

  function choose(account: PayoutAccount): void {
    pick(account);
    intent.renew();
  }

  /** What was typed stays. */
  function refuse(reason: string): void {
    setConfirming(false);
    setProblem(reason);
    document.getElementById('amount')?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const amountError = await validateAmount(amount, wallet);
    if (amountError) refuse(formatAmountError(t, amountError));
    else if (picked) setConfirming(true);
  }

  // The dialogs contain forms, which must not be nested in this one.
  return (
    <>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <AmountField
          readyPaise={readyPaise}
          amount={amount}
          onAmount={change}
          problem={problem}
          hint={
            limit && problem === undefined
              ? t('payouts.limit_reached', describeLimit(wallet, limit))
              : undefined
          }
        />
        {problem !== undefined && canMake && (
          <Button block className="pay-make" onClick={() => change(toRupees(readyPaise))}>
            {t('web.payouts.makeIt', { amount: formatRupees(readyPaise) })}
          </Button>
        )}
        <FieldGroup label={t('web.payouts.sendTo')}>
          {failedQuery?.error && <LoadError error={failedQuery.error} onRetry={failedQuery.refetch} />}
          {(bank.isPending || upi.isPending) && (
            <Skeleton>
              <SkeletonLine height={44} />
            </Skeleton>
          )}
          {bank.data && upi.data && accounts.length === 0 && (
            <p className="t2 mut">{t('web.payouts.noAccountWhy')}</p>
          )}
          <AccountRadios accounts={accounts} picked={picked} onPick={choose} />
          <div className="pay-add">
            <ButtonLink variant="quiet" to={addAmount(paths.addBank(), amount)}>
              {t('web.payouts.addBank')}
            </ButtonLink>
            <ButtonLink variant="quiet" to={addAmount(paths.addUpi(), amount)}>
              {t('web.payouts.addUpi')}
            </ButtonLink>
            {accounts.length > 0 && !suspension && (
              <ButtonLink variant="quiet" to={addAmount(paths.payout(), amount)}>
                {t('web.payouts.manageAccounts')}
              </ButtonLink>
            )}
          </div>
        </FieldGroup>
        <Button type="submit" variant="accent" block disabled={!online || !picked}>
          {online ? submitText : t('ui.needsInternet')}
        </Button>
      </form>
      {confirming && picked && (
        <Suspense>
          <ConfirmWithdrawal
            amount={amount}
            account={picked}
            readyPaise={readyPaise}
            intent={intent}
            onAmountRefused={refuse}
            onDone={() => {
              setConfirming(false);
              change('');
              onDone?.();
            }}
            onClose={() => setConfirming(false)}
          />
        </Suspense>
      )}
    </>
  );
}
