import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, RadioCard } from '../../../ui/index.ts';
import { accountKinds, formatAccountDetail, getAccountName } from '../labels.ts';
import { getWaitEnd } from '../withdrawal.ts';
import { RemoveAccount } from './RemoveAccount.tsx';
import { WaitBadge } from './WaitBadge.tsx';

type Props = {
  accounts: readonly PayoutAccount[];
  picked: PayoutAccount | undefined;
  onPick: (account: PayoutAccount) => void;
  /** The path where an account is edited. Without it, accounts can only be chosen, not edited or removed. */
  getUpdatePath?: (account: PayoutAccount) => string;
};

/** Saved accounts to choose from. One that cannot be used yet shows when it can. */
export function AccountRadios({ accounts, picked, onPick, getUpdatePath }: Props) {
  const t = useT();
  return accounts.map((account) => (
    <div key={account.id} className="pay-account">
      <RadioCard
        name="account"
        value={account.id}
        icon={account.kind === 'bank' ? 'bank' : 'phone'}
        title={getAccountName(t, account)}
        detail={
          <>
            {formatAccountDetail(t, account)}
            {account.nameAtBank !== '' && <span className="pay-holder">{account.nameAtBank}</span>}
            <WaitBadge account={account} />
          </>
        }
        checked={account.id === picked?.id}
        disabled={getWaitEnd(account) !== null}
        onChange={() => onPick(account)}
      />
      {getUpdatePath && (
        <div className="pay-change">
          <ButtonLink variant="quiet" to={getUpdatePath(account)}>
            {t(accountKinds[account.kind].update)}
            <span className="vh">
              {' '}
              {getAccountName(t, account)} {formatAccountDetail(t, account)}
            </span>
          </ButtonLink>
          <RemoveAccount account={account} />
        </div>
      )}
    </div>
  ));
}
