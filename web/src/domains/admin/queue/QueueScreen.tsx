import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { QueueKind } from '@fws/contract/admin/queue/model';
import type { QueueItem } from '@fws/contract/admin/queue/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { useNavigate, useParams, useSearchParams } from '../../../platform/router/index.ts';
import { Empty, LoadError, LoadMore, Skeleton } from '../../../ui/index.ts';
import { countsQuery, queuePages } from './api.ts';
import { ApprovalCase } from '../approvals/ApprovalCase.tsx';
import { ContestCase } from '../contests/ContestCase.tsx';
import { DisputeCase } from '../disputes/DisputeCase.tsx';
import { EnquiryCase } from '../enquiries/EnquiryCase.tsx';
import { IdentityCase } from '../identity/IdentityCase.tsx';
import { JobCase } from '../jobs/JobCase.tsx';
import { NameChangeCase } from '../names/NameChangeCase.tsx';
import { OpsCaseDetail } from '../cases/OpsCaseDetail.tsx';
import { QueueRow } from './QueueRow.tsx';
import { ReportCase } from '../reports/ReportCase.tsx';
import { TaskCase } from '../tasks/TaskCase.tsx';
import { WebhookCase } from '../webhooks/WebhookCase.tsx';
import { adminPaths } from '../paths.ts';
import { kindNames } from './labels.ts';

const caseScreens: Record<QueueKind, (props: { id: string }) => React.ReactNode> = {
  dispute: DisputeCase,
  approval: ApprovalCase,
  report: ReportCase,
  appeal: ReportCase,
  contest: ContestCase,
  identity: IdentityCase,
  name: NameChangeCase,
  job: JobCase,
  enquiry: EnquiryCase,
  withdrawal: OpsCaseDetail,
  unapplied: OpsCaseDetail,
  refund: OpsCaseDetail,
  chargeback: OpsCaseDetail,
  books: OpsCaseDetail,
  webhook: WebhookCase,
  task: TaskCase,
};

const isKind = (text: string | undefined): text is QueueKind => text !== undefined && text in caseScreens;

/** The queue, money first and then by due time, and the open case. Phones show one of the two. */
export function QueueScreen() {
  const t = useT();
  const { kind, id } = useParams<{ kind?: string; id?: string }>();
  const open = isKind(kind) && id !== undefined && /^\d+$/.test(id) ? { kind, id } : undefined;
  const Case = open && caseScreens[open.kind];
  return (
    <main className={open ? 'ad ad-open' : 'ad'} id="main">
      <title>{`${open ? `${t(kindNames[open.kind])} ${open.id}` : t('web.admin.queue')} · FWS`}</title>
      <QueueList open={open} />
      <section className="case" aria-label={t('web.admin.case')}>
        {Case && open ? <Case key={`${open.kind} ${open.id}`} id={open.id} /> : <NothingOpen />}
      </section>
    </main>
  );
}

function NothingOpen() {
  const t = useT();
  return <Empty title={t('web.admin.chooseCase')}>{t('web.admin.keys')}</Empty>;
}

type Selection = { kind: QueueKind; id: string } | undefined;

function QueueList({ open }: { open: Selection }) {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const kindFilter = search.get('only') ?? '';
  const counts = useQuery(countsQuery()).data?.counts ?? [];
  const pages = useInfiniteQuery(queuePages(kindFilter));
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  useKeys(items, open, search.toString());
  const totalWaiting = counts.reduce((sum, count) => sum + count.waiting, 0);
  const filters = [{ kind: '', label: t('web.admin.all'), waiting: totalWaiting }].concat(
    // Hide kinds with nothing waiting, unless one of them is selected.
    counts
      .filter(({ kind, waiting }) => waiting > 0 || kind === kindFilter)
      .map(({ kind, waiting }) => ({ kind, label: t(kindNames[kind]), waiting })),
  );
  return (
    <aside className="queue" aria-label={t('web.admin.queue')}>
      <div className="q-h">
        <h1>{t('web.admin.queue')}</h1>
        <span className="t2 mut">{t('web.admin.queueOrder')}</span>
      </div>
      <div className="q-f" role="group" aria-label={t('web.admin.filter')}>
        {filters.map(({ kind, label, waiting }) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kindFilter === kind}
            onClick={() => setSearch(kind === '' ? {} : { only: kind }, { replace: true })}
          >
            {label} {waiting}
          </button>
        ))}
      </div>
      {pages.isPending && <Skeleton />}
      {pages.error && items.length === 0 && <LoadError error={pages.error} onRetry={pages.refetch} />}
      {pages.data && items.length === 0 && <Empty title={t('web.admin.nothingWaits')} />}
      <ul className="ql">
        {items.map((item) => (
          <QueueRow
            key={`${item.kind} ${item.id}`}
            item={item}
            search={search.toString()}
            current={item.kind === open?.kind && String(item.id) === open.id}
          />
        ))}
      </ul>
      <LoadMore list={pages} />
    </aside>
  );
}

/** j and k move through the queue, Enter focuses the decision. Ignored while the user types. */
function useKeys(items: readonly QueueItem[], open: Selection, search: string): void {
  const navigate = useNavigate();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 'Enter' && event.target === document.body)
      document.querySelector<HTMLElement>('.c-d :is(input, textarea, button)')?.focus();
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined) return;
    const currentIndex = items.findIndex((item) => item.kind === open?.kind && String(item.id) === open.id);
    const next = items[currentIndex === -1 ? 0 : currentIndex + step];
    if (next) navigate(`${adminPaths.case(next.kind, next.id)}${search && `?${search}`}`);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
