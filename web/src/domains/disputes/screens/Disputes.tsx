import '../disputes.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useNavigate, useSearchParams } from '../../../platform/router/index.ts';
import { Button, Empty, LoadMore, Screen, Tabs } from '../../../ui/index.ts';
import { useMinWidth } from '../../jobs/index.ts';
import { issuePages } from '../api.ts';
import { IssueDetail } from '../components/IssueDetail.tsx';
import { IssueRow } from '../components/IssueRow.tsx';
import { RaiseDialog } from '../forms/RaiseDialog.tsx';

type Tab = 'open' | 'closed';
const TWO_PANES = 1024;

const addressOf = (tab: Tab, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...(tab === 'closed' ? { tab } : {}), ...more }).toString();
  return query === '' ? paths.disputes() : `${paths.disputes()}?${query}`;
};

/** Both tabs, and the ticket that the URL names: beside the list where there is room, otherwise in its place. */
export default function Disputes() {
  const t = useT();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const isWide = useMinWidth(TWO_PANES);
  const tab: Tab = address.get('tab') === 'closed' ? 'closed' : 'open';
  const asked = address.get('ticket');
  const raising = address.get('raise');
  const open = useInfiniteQuery(issuePages('open'));
  const closed = useInfiniteQuery(issuePages('closed'));
  const issues = tab === 'open' ? open : closed;
  const rows = issues.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = asked ?? (isWide && rows[0] ? String(rows[0].id) : null);
  const alone = asked !== null && !isWide;

  const raise = (
    <Button variant="primary" icon="plus" onClick={() => navigate(addressOf(tab, { raise: '' }))}>
      {t('web.disputes.raise')}
    </Button>
  );
  return (
    <>
      <Screen
        title={t('shell.disputes')}
        data={asked === null ? issues : null}
        action={!alone && raise}
        {...(alone && { back: { to: addressOf(tab), label: t('web.disputes.back') } })}
        tabs={
          !alone && (
            <Tabs
              label={t('shell.disputes')}
              items={[
                {
                  key: 'open',
                  to: addressOf('open'),
                  label: t('web.disputes.tab.open'),
                  count: countIn(open),
                },
                {
                  key: 'closed',
                  to: addressOf('closed'),
                  label: t('web.disputes.tab.closed'),
                  count: countIn(closed),
                },
              ]}
              current={tab}
            />
          )
        }
        empty={rows.length === 0 && asked === null && <NoIssues tab={tab} />}
      >
        <div className="dsp">
          {!alone && rows.length > 0 && (
            <div className="dsp-list">
              <ul>
                {rows.map((issue) => (
                  <IssueRow
                    key={issue.id}
                    issue={issue}
                    to={addressOf(tab, { ticket: String(issue.id) })}
                    isShown={String(issue.id) === shown}
                  />
                ))}
              </ul>
              <LoadMore list={issues} />
            </div>
          )}
          {shown !== null && (
            <div className="dsp-detail">
              <IssueDetail key={shown} issueId={shown} />
            </div>
          )}
        </div>
      </Screen>
      {raising !== null && (
        <RaiseDialog
          jobId={raising}
          onClose={() => navigate(addressOf(tab), { replace: true })}
          onRaised={(issue) => navigate(addressOf('open', { ticket: String(issue.id) }), { replace: true })}
        />
      )}
    </>
  );
}

/** Undefined until the last page has loaded. */
function countIn(list: {
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
