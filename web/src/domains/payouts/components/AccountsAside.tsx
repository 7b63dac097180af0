import '../payouts.css';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { Icon, Sheet } from '../../../ui/index.ts';
import { savedAccountsQuery } from '../api.ts';
import { formatAccountDetail, getAccountName } from '../labels.ts';
import { WaitBadge } from './WaitBadge.tsx';

/** All payout accounts of the signed-in user, read-only. Renders nothing while there are none or they are unknown. */
export function AccountsAside() {
  const t = useT();
  const bank = useQuery(savedAccountsQuery('bank'));
  const upi = useQuery(savedAccountsQuery('upi'));
  const accounts = [...(bank.data ?? []), ...(upi.data ?? [])];
  if (accounts.length === 0) return null;
  return (
    <Sheet title={t('web.payouts.accounts')}>
      <ul className="pay-list pay-aside">
        {accounts.map((account) => (
          <li key={account.id}>
            <Icon name={account.kind === 'bank' ? 'bank' : 'phone'} />
            <div>
              <b>{getAccountName(t, account)}</b>
              <small>{formatAccountDetail(t, account)}</small>
              <WaitBadge account={account} />
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
