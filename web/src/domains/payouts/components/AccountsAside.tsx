import '../payouts.css';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { Icon, Sheet } from '../../../ui/index.ts';
import { savedAccounts } from '../api.ts';
import { accountDetail, accountName } from '../words.ts';
import { WaitBadge } from './WaitBadge.tsx';

/** All payout accounts of the signed-in user, read-only. Renders nothing while there are none or they are unknown. */
export function AccountsAside() {
  const t = useT();
  const bank = useQuery(savedAccounts('bank'));
  const upi = useQuery(savedAccounts('upi'));
  const accounts = [...(bank.data ?? []), ...(upi.data ?? [])];
  if (accounts.length === 0) return null;
  return (
    <Sheet title={t('web.payouts.accounts')}>
      <ul className="pay-list pay-aside">
        {accounts.map((account) => (
          <li key={account.id}>
            <Icon name={account.kind === 'bank' ? 'bank' : 'phone'} />
            <div>
              <b>{accountName(t, account)}</b>
              <small>{accountDetail(t, account)}</small>
              <WaitBadge account={account} />
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
