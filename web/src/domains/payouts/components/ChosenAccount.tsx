import '../payouts.css';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from '../../../platform/router/index.ts';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Empty, Screen, SkeletonLine } from '../../../ui/index.ts';
import { savedAccountsQuery, type AccountKind } from '../api.ts';
import { accountKinds } from '../labels.ts';

type Props = { kind: AccountKind; children: (account: PayoutAccount) => ReactNode };

/** The saved account that the URL names, for a screen that edits it. */
export function ChosenAccount({ kind, children }: Props) {
  const t = useT();
  const [search] = useSearchParams();
  const accounts = useQuery(savedAccountsQuery(kind));
  const account = accounts.data?.find(({ id }) => String(id) === search.get('id'));
  if (account) return children(account);
  const { update, list, listPath } = accountKinds[kind];
  return (
    <Screen
      title={t(update)}
      back={{ to: listPath, label: t(list) }}
      data={accounts}
      skeleton={
        <div className="sheet sk-card pay-narrow">
          <SkeletonLine width="30%" />
          <SkeletonLine height={48} />
          <SkeletonLine height={48} />
        </div>
      }
      empty={
        accounts.data && (
          <Empty
            title={t('payouts.account_not_found')}
            action={
              <ButtonLink variant="primary" to={listPath}>
                {t(list)}
              </ButtonLink>
            }
          >
            {t('web.payouts.chooseToUpdate')}
          </Empty>
        )
      }
    >
      {null}
    </Screen>
  );
}
