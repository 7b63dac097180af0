import '../payouts.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useSearchParams } from '../../../platform/router/index.ts';
import type { Wallet } from '@fws/contract/payouts/model';
import type { PaymentHistory } from '@fws/contract/payouts/wire';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { ButtonLink, LoadError, PassbookCover, Screen, SkeletonLine, Tabs } from '../../../ui/index.ts';
import { history, passbook } from '../api.ts';
import { Entries } from '../components/Entries.tsx';
import { identityFirstPath } from '../components/IdentityFirst.tsx';
import { Invoices } from '../components/Invoices.tsx';
import { WithdrawPanel } from '../components/WithdrawPanel.tsx';
import { WithdrawalsStopped } from '../components/WithdrawalsStopped.tsx';
import { UnderWay, Withdrawals } from '../components/Withdrawals.tsx';
import { monthsOf } from '../words.ts';

/** The earnings passbook. On phones, the invoices have their own tab. */
export default function Payment() {
  const t = useT();
  const [search] = useSearchParams();
  const tab = search.get('tab') === 'invoices' ? 'invoices' : 'passbook';
  const book = useInfiniteQuery(passbook());
  const past = useInfiniteQuery(history());
  const first = book.data?.pages[0];
  const lines = book.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <Screen title={t('shell.payment')} data={book} hideTitle skeleton={<PassbookSkeleton />}>
      {() =>
        first && (
          <div className="cols c84 pay" data-tab={tab}>
            <div>
              <Cover wallet={first} />
              {first.stoppedAt !== null && (
                <div className="only-p pay-stopped">
                  <WithdrawalsStopped stoppedAt={first.stoppedAt} />
                </div>
              )}
              <UnderWay withdrawals={past.data?.pages[0]?.withdrawals ?? []} />
              <div className="pay-leaf">
                <div className="pay-leaf-h">
                  <h2 className="only-d">{t('web.payouts.entries')}</h2>
                  <div className="only-p">
                    <Tabs
                      label={t('shell.payment')}
                      current={tab}
                      items={[
                        { key: 'passbook', to: paths.payment(), label: t('ui.passbook') },
                        {
                          key: 'invoices',
                          to: `${paths.payment()}?tab=invoices`,
                          label: t('web.payouts.invoices'),
                        },
                      ]}
                    />
                  </div>
                  <span className="t2 mut tab-num">{monthsOf(lines)}</span>
                </div>
                <div className="pay-entries">
                  <Entries held={first.held} lines={lines} list={book} />
                </div>
              </div>
            </div>
            <aside>
              <div className="only-d">
                <WithdrawPanel readyPaise={first.balancePaise} stoppedAt={first.stoppedAt} />
              </div>
              <History query={past} />
            </aside>
          </div>
        )
      }
    </Screen>
  );
}

function Cover({ wallet }: { wallet: Wallet }) {
  const t = useT();
  const user = useUser();
  const to = user.identity === 'verified' ? paths.withdraw() : identityFirstPath();
  const digits = String(user.id).padStart(8, '0');
  return (
    <PassbookCover
      number={`${digits.slice(0, 4)} ${digits.slice(4)}`}
      holder={`${user.firstName} ${user.lastName}`}
      balancePaise={wallet.balancePaise}
      heldPaise={wallet.heldPaise}
      action={
        wallet.stoppedAt === null && (
          <>
            <ButtonLink to={to} variant="accent" className="only-p">
              {t('web.payouts.getPaid')}
            </ButtonLink>
            <ButtonLink to={to} variant="onDark" className="only-d">
              {t('web.payouts.getPaid')}
            </ButtonLink>
          </>
        )
      }
    />
  );
}

type PastQuery = UseInfiniteQueryResult<InfiniteData<PaymentHistory>>;

/** Withdrawals and invoices. When they cannot be loaded, the passbook is still shown. */
function History({ query }: { query: PastQuery }) {
  const pages = query.data?.pages ?? [];
  if (query.error && !query.data)
    return (
      <section className="sheet">
        <LoadError error={query.error} onRetry={query.refetch} />
      </section>
    );
  return (
    <>
      <Withdrawals withdrawals={pages[0]?.withdrawals ?? []} />
      {query.data && <Invoices invoices={pages.flatMap((page) => page.invoices)} list={query} />}
    </>
  );
}

function PassbookSkeleton() {
  return (
    <div className="cols c84 pay">
      <div>
        <div className="cover pay-cover-sk" />
        <div className="sheet sk-card">
          {[1, 2, 3, 4, 5].map((row) => (
            <SkeletonLine key={row} height={40} />
          ))}
        </div>
      </div>
    </div>
  );
}
