import '../payouts.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useSearchParams } from '../../../platform/router/index.ts';
import type { Wallet, PaymentHistory } from '@fws/contract/payouts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import {
  Button,
  ButtonLink,
  DESKTOP_PX,
  LoadError,
  PassbookCover,
  Screen,
  SkeletonLine,
  Tabs,
  useMinWidth,
} from '../../../ui/index.ts';
import { paymentHistoryPages, passbookPages, receiptPages } from '../api.ts';
import { EarningsChart } from '../components/EarningsChart.tsx';
import { Entries } from '../components/Entries.tsx';
import { buildIdentityCheckPath } from '../components/IdentityFirst.tsx';
import { Invoices } from '../components/Invoices.tsx';
import { PayerPayments } from '../components/PayerPayments.tsx';
import { Receipts } from '../components/Receipts.tsx';
import { WithdrawPanel } from '../components/WithdrawPanel.tsx';
import { Resting } from '../components/Resting.tsx';
import { WithdrawalsStopped } from '../components/WithdrawalsStopped.tsx';
import { InProgress, Withdrawals } from '../components/Withdrawals.tsx';
import { formatMonths } from '../labels.ts';

const TABS = ['passbook', 'invoices', 'receipts'] as const;

/** The earnings passbook, and the receipts of what the user paid. On phones, invoices and receipts have their own tabs. */
export default function Payment() {
  const t = useT();
  const isWide = useMinWidth(DESKTOP_PX);
  const [search] = useSearchParams();
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'passbook';
  const passbookQuery = useInfiniteQuery(passbookPages());
  const historyQuery = useInfiniteQuery(paymentHistoryPages());
  const receiptsQuery = useInfiniteQuery(receiptPages());
  const receipts = receiptsQuery.data?.pages.flatMap((page) => page.items) ?? [];
  const firstPage = passbookQuery.data?.pages[0];
  const lines = passbookQuery.data?.pages.flatMap((page) => page.lines) ?? [];
  const wantsToEarn = useUser().lookingFor.includes('projects');
  const hasPassbook = lines.length > 0 || (firstPage?.held.length ?? 0) > 0;
  const isPayerOnly = !hasPassbook && (receipts.length > 0 || !wantsToEarn);
  // Whose page it is depends on both lists.
  const shownQuery = receiptsQuery.isPending ? receiptsQuery : passbookQuery;
  return (
    <Screen
      title={t('shell.payment')}
      data={shownQuery}
      // The passbook's cover takes its place.
      hideTitle={shownQuery.isPending || !isPayerOnly}
      skeleton={<PassbookSkeleton />}
    >
      {() =>
        isPayerOnly ? (
          <PayerPayments receipts={receipts} list={receiptsQuery} />
        ) : (
          firstPage && (
            <div className="cols c84 pay" data-tab={tab}>
              <div>
                <Cover wallet={firstPage} readAt={passbookQuery.dataUpdatedAt} />
                {firstPage.stoppedAt !== null && (
                  <div className="only-p pay-stopped">
                    <WithdrawalsStopped stoppedAt={firstPage.stoppedAt} />
                  </div>
                )}
                <div className="only-p">
                  <Resting wallet={firstPage} id="resting" />
                </div>
                <InProgress withdrawals={historyQuery.data?.pages[0]?.withdrawals ?? []} />
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
                          ...(receipts.length > 0
                            ? [
                                {
                                  key: 'receipts',
                                  to: `${paths.payment()}?tab=receipts`,
                                  label: t('web.payouts.receipts'),
                                },
                              ]
                            : []),
                        ]}
                      />
                    </div>
                    <span className="t2 mut tab-num">{formatMonths(t, lines)}</span>
                  </div>
                  <div className="pay-entries">
                    <Entries
                      held={firstPage.held}
                      lines={lines}
                      resting={firstPage.resting}
                      list={passbookQuery}
                    />
                  </div>
                </div>
                <EarningsChart />
              </div>
              <aside>
                <div className="only-d">
                  <Resting wallet={firstPage} id="resting-aside" />
                </div>
                {isWide && <WithdrawPanel wallet={firstPage} />}
                <History query={historyQuery} />
                {receipts.length > 0 && <Receipts receipts={receipts} list={receiptsQuery} />}
              </aside>
            </div>
          )
        )
      }
    </Screen>
  );
}

Payment.firstQueries = () => [passbookPages(), paymentHistoryPages(), receiptPages()];

function Cover({ wallet, readAt }: { wallet: Wallet; readAt: number }) {
  const t = useT();
  const online = useOnline();
  const user = useUser();
  const to = user.identity === 'verified' ? paths.withdraw() : buildIdentityCheckPath();
  const digits = String(user.id).padStart(8, '0');
  return (
    <PassbookCover
      number={`${digits.slice(0, 4)} ${digits.slice(4)}`}
      holder={`${user.firstName} ${user.lastName}`.trim()}
      balancePaise={wallet.withdrawablePaise}
      heldPaise={wallet.heldPaise}
      restingPaise={wallet.restingPaise}
      asOf={online ? undefined : readAt}
      action={
        wallet.stoppedAt === null &&
        (online ? (
          <>
            <ButtonLink to={to} variant="accent" className="only-p">
              {t('web.payouts.getPaid')}
            </ButtonLink>
            <ButtonLink to={to} variant="onDark" className="only-d">
              {t('web.payouts.getPaid')}
            </ButtonLink>
          </>
        ) : (
          <Button variant="onDark" disabled icon="wifi">
            {t('ui.needsInternet')}
          </Button>
        ))
      }
    />
  );
}

type HistoryQuery = UseInfiniteQueryResult<InfiniteData<PaymentHistory>>;

/** Withdrawals and invoices. When they cannot be loaded, the passbook is still shown. */
function History({ query }: { query: HistoryQuery }) {
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
