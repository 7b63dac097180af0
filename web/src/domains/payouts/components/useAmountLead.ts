import { parseRupees } from '@fws/contract/platform/money';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';

/** "Withdraw ₹15,000", under the title of the steps that follow the amount. */
export function useAmountLead(amount: string): string | undefined {
  const t = useT();
  const paise = parseRupees(amount);
  return paise === null ? undefined : t('web.payouts.withdrawAmount', { amount: formatRupees(paise) });
}
