import type { PayoutAccount } from '@fws/contract/payouts/model';
import { useT } from '../../../platform/i18n/index.ts';
import { Icon, RadioCard } from '../../../ui/index.ts';
import { accountDetail, accountName, waitText } from '../words.ts';

type Props = {
  accounts: readonly PayoutAccount[];
  picked: PayoutAccount | undefined;
  onPick: (account: PayoutAccount) => void;
};

/** Saved accounts to choose from; one that cannot be used yet says when it can. */
export function AccountRadios({ accounts, picked, onPick }: Props) {
  const t = useT();
  return accounts.map((account) => {
    const wait = waitText(t, account);
    return (
      <RadioCard
        key={account.id}
        name="account"
        value={account.id}
        icon={account.kind === 'bank' ? 'bank' : 'phone'}
        title={accountName(t, account)}
        detail={
          <>
            {accountDetail(t, account)}
            {wait !== null && (
              <em className="pay-wait">
                <Icon name="clock" size="sm" />
                {wait}
              </em>
            )}
          </>
        }
        checked={account.id === picked?.id}
        disabled={wait !== null}
        onChange={() => onPick(account)}
      />
    );
  });
}
