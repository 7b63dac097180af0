import type { Tx } from '../../../platform/db/index.ts';
import { enqueue, notify, notifyMany, type Notice } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { listCaseReports, REPORTERS_MAX, type CaseRow } from '../store.ts';
import { endChanges } from './store.ts';

/** What waited for a look is shown. Its author is told, and whoever reported it before FWS asked to change it. */
export async function tellShown(tx: Tx, decided: CaseRow): Promise<void> {
  await notify(tx, toShownNotice(decided));
  for (const asked of await endChanges(tx, decided, 'shown')) await tellReporters(tx, asked);
}

async function tellReporters(tx: Tx, asked: CaseRow): Promise<void> {
  const reports = await listCaseReports(tx, asked.id, REPORTERS_MAX);
  const userIds = reports.flatMap(({ reporter_id: reporterId }) => reporterId ?? []);
  const notices = userIds.map((userId): Notice => ({
    userId,
    type: 'report_changed',
    values: { title: asked.title },
    path: '/reports',
    dedupeKey: `report_case:${asked.id}:changed`,
  }));
  await notifyMany(tx, notices);
  for (const { id, reply_to: replyTo } of reports)
    if (replyTo !== '') await enqueue(tx, 'answer_visitor_report', { reportId: id });
  await publish(tx, { users: [asked.author_id, ...userIds], topic: 'safety', id: asked.id });
}

const SCREENS: Partial<Record<CaseRow['subject_type'], string>> = { quote: '/myquotes', user: '/profile' };

const toShownNotice = (decided: CaseRow): Notice => ({
  userId: decided.author_id,
  type: 'post_shown',
  values: { title: decided.title },
  path: SCREENS[decided.subject_type] ?? `/job/${decided.subject_id}`,
  dedupeKey: `report_case:${decided.id}:shown`,
});
