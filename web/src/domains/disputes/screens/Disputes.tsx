import '../disputes.css';
import { Suspense } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import { useNavigate, useSearchParams, type Address } from '../../../platform/router/index.ts';
import { Button, DESKTOP_PX, Empty, LoadMore, Screen, Tabs, useMinWidth } from '../../../ui/index.ts';
import { issuePages, issueQuery } from '../api.ts';
import { IssueDetail } from '../components/IssueDetail.tsx';
import { IssueRow } from '../components/IssueRow.tsx';

const RaiseDialog = lazyScreen(['disputes', 'jobs'], () => import('../forms/RaiseDialog.tsx'));

type Tab = 'open' | 'closed';

const buildUrl = (tab: Tab, params: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...(tab === 'closed' ? { tab } : {}), ...params }).toString();
  return query === '' ? paths.disputes() : `${paths.disputes()}?${query}`;
};

/** Both tabs, and the ticket that the URL names: beside the list where there is room, otherwise in its place. */
export default function Disputes() {
  const t = useT();
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const isWide = useMinWidth(DESKTOP_PX);
  const tab: Tab = searchParams.get('tab') === 'closed' ? 'closed' : 'open';
  const ticketParam = searchParams.get('ticket');
  const raiseParam = searchParams.get('raise');
  const open = useInfiniteQuery(issuePages('open'));
  const closed = useInfiniteQuery(issuePages('closed'));
  const issues = tab === 'open' ? open : closed;
  const rows = issues.data?.pages.flatMap((page) => page.items) ?? [];
  const shownId = ticketParam ?? (isWide && rows[0] ? String(rows[0].id) : null);
  const isDetailOnly = ticketParam !== null && !isWide;

  const raiseButton = (
    <Button variant="primary" icon="plus" onClick={() => navigate(buildUrl(tab, { raise: '' }))}>
      {t('web.disputes.raise')}
    </Button>
  );
  return (
    <>
      <Screen
        title={t('shell.disputes')}
        data={ticketParam === null ? issues : null}
        action={!isDetailOnly && raiseButton}
        {...(isDetailOnly && { back: { to: buildUrl(tab), label: t('web.disputes.back') } })}
        tabs={
          !isDetailOnly && (
            <Tabs
              label={t('shell.disputes')}
              items={[
                {
                  key: 'open',
                  to: buildUrl('open'),
                  label: t('web.disputes.tab.open'),
                  count: countItems(open),
                },
                {
                  key: 'closed',
                  to: buildUrl('closed'),
                  label: t('web.disputes.tab.closed'),
                  count: countItems(closed),
                },
              ]}
              current={tab}
            />
          )
        }
        empty={rows.length === 0 && ticketParam === null && <NoIssues tab={tab} />}
      >
        <div className="dsp">
          {!isDetailOnly && rows.length > 0 && (
            <div className="dsp-list">
              <ul>
                {rows.map((issue) => (
                  <IssueRow
                    key={issue.id}
                    issue={issue}
                    to={buildUrl(tab, { ticket: String(issue.id) })}
                    isShown={String(issue.id) === shownId}
                  />
                ))}
              </ul>
              <LoadMore list={issues} />
            </div>
          )}
          {shownId !== null && (
            <div className="dsp-detail">
              <IssueDetail key={shownId} issueId={shownId} />
            </div>
          )}
        </div>
      </Screen>
      {raiseParam !== null && (
        <Suspense>
          <RaiseDialog
            jobId={raiseParam}
            onClose={() => navigate(buildUrl(tab), { replace: true })}
            onRaised={(issue) => navigate(buildUrl('open', { ticket: String(issue.id) }), { replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}

Disputes.firstQueries = ({ search }: Address) => {
  const ticket = search.get('ticket');
  return [issuePages('open'), issuePages('closed'), ...(ticket === null ? [] : [issueQuery(ticket)])];
};

/** Undefined until the last page has loaded. */
function countItems(list: {
  data?: { pages: { items: unknown[]; nextCursor: string | null }[] } | undefined;
}): number | undefined {
  const pages = list.data?.pages;
  if (!pages || pages.at(-1)?.nextCursor !== null) return undefined;
  return pages.reduce((sum, page) => sum + page.items.length, 0);
}

function NoIssues({ tab }: { tab: Tab }) {
  const t = useT();
  return tab === 'open' ? (
    <Empty title={t('web.disputes.none')}>{t('web.disputes.noneWhy')}</Empty>
  ) : (
    <Empty title={t('web.disputes.noneClosed')}>{t('web.disputes.noneClosedWhy')}</Empty>
  );
}
