import type { PayoutAccount } from '@fws/contract/payouts/model';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, RadioCard } from '../../../ui/index.ts';
import { accountDetail, accountName } from '../words.ts';
import { waitsUntil } from '../withdrawal.ts';
import { RemoveAccount } from './RemoveAccount.tsx';
import { WaitBadge } from './WaitBadge.tsx';

type Props = {
  accounts: readonly PayoutAccount[];
  picked: PayoutAccount | undefined;
  onPick: (account: PayoutAccount) => void;
  /** The path where an account is edited. Without it, accounts can only be chosen, not edited or removed. */
  updateAt?: (account: PayoutAccount) => string;
};

/** Saved accounts to choose from. One that cannot be used yet shows when it can. */
export function AccountRadios({ accounts, picked, onPick, updateAt }: Props) {
  const t = useT();
  return accounts.map((account) => (
    <div key={account.id} className="pay-account">
      <RadioCard
        name="account"
        value={account.id}
        icon={account.kind === 'bank' ? 'bank' : 'phone'}
        title={accountName(t, account)}
        detail={
          <>
            {accountDetail(t, account)}
            <WaitBadge account={account} />
          </>
        }
        checked={account.id === picked?.id}
        disabled={waitsUntil(account) !== null}
        onChange={() => onPick(account)}
      />
      {updateAt && (
        <div className="pay-change">
          <ButtonLink variant="quiet" to={updateAt(account)}>
            {t(account.kind === 'bank' ? 'web.payouts.updateBank' : 'web.payouts.updateUpi')}
            <span className="vh">
              {' '}
              {accountName(t, account)} {accountDetail(t, account)}
            </span>
          </ButtonLink>
          <RemoveAccount account={account} />
        </div>
      )}
    </div>
  ));
}
