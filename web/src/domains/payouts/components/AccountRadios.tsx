import type { PayoutAccount } from '@fws/contract/payouts/model';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Icon, RadioCard } from '../../../ui/index.ts';
import { accountDetail, accountName, waitText } from '../words.ts';

type Props = {
  accounts: readonly PayoutAccount[];
  picked: PayoutAccount | undefined;
  onPick: (account: PayoutAccount) => void;
  /** Where each can be changed; left out where they are only chosen from. */
  updateAt?: (account: PayoutAccount) => string;
};

/** Saved accounts to choose from; one that cannot be used yet says when it can. */
export function AccountRadios({ accounts, picked, onPick, updateAt }: Props) {
  const t = useT();
  return accounts.map((account) => {
    const wait = waitText(t, account);
    return (
      <div key={account.id} className="pay-account">
        <RadioCard
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
        {updateAt && (
          <ButtonLink variant="quiet" className="pay-update" to={updateAt(account)}>
            {t(account.kind === 'bank' ? 'web.payouts.updateBank' : 'web.payouts.updateUpi')}
            <span className="vh">
              {' '}
              {accountName(t, account)} {accountDetail(t, account)}
            </span>
          </ButtonLink>
        )}
      </div>
    );
  });
}
