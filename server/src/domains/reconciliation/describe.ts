import { formatAmount } from './findings.ts';
import type { NotCompared } from './model.ts';

/** English text for command output and the journal. Screens show it in the reader's language. */
export function describeNotCompared({ code, provider, count, amountPaise, at }: NotCompared): string {
  const transfers = `transfers by ${provider}`;
  const instead = 'Provide its statement with --statement';
  switch (code) {
    case 'older_withdrawals':
      return `${count ?? 0} older withdrawals by ${provider}`;
    case 'no_list_or_balance':
      return `${transfers}: it has neither a list nor a balance. ${instead}`;
    case 'no_earlier_balance':
      return `${transfers}: it lists none, and no earlier balance is known. ${instead}`;
    case 'balance_known_since':
      return `${transfers}: it lists none, and its balance is known only since ${at}. ${instead}`;
    case 'money_came_in':
      return `${transfers}: ${formatAmount(amountPaise ?? 0)} came into its account since ${at}, which may hide a transfer. ${instead}`;
  }
}
