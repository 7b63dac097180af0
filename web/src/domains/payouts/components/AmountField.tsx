import { toRupees } from '@fws/contract/platform/money';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Button, Field, MoneyInput } from '../../../ui/index.ts';
import { calculateRemainingPaise } from '../withdrawal.ts';

type Props = {
  readyPaise: number;
  amount: string;
  onAmount: (amount: string) => void;
  problem: string | undefined;
  hint?: string | undefined;
};

/** The amount to withdraw, and what remains. */
export function AmountField({ readyPaise, amount, onAmount, problem, hint }: Props) {
  const t = useT();
  const remainingPaise = calculateRemainingPaise(amount, readyPaise);
  return (
    <Field id="amount" label={t('web.payouts.amount')} hint={hint} error={problem}>
      <MoneyInput
        value={amount}
        onChange={onAmount}
        note={
          remainingPaise === null
            ? undefined
            : t('web.payouts.stays', { amount: formatRupees(remainingPaise) })
        }
        after={
          <Button variant="quiet" className="pay-all" onClick={() => onAmount(toRupees(readyPaise))}>
            {t('web.payouts.all')}
          </Button>
        }
      />
    </Field>
  );
}
