import * as z from 'zod/mini';
import { CONTENT_TYPES, type ReportDecision } from '@fws/contract/safety/model';
import { translate } from '../../platform/messages.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type Payloads } from '../../platform/queue/index.ts';
import { formatReportNumber } from '@fws/contract/safety/model';
import { reviewNames } from './names/service.ts';
import { loadCases } from './store.ts';
import { keepPhotos } from './reports/photos.ts';
import { endWaits, openWaiting } from './waiting/service.ts';

const payloads = {
  /** A first post waits, hidden. Other domains enqueue it with the post. */
  look_at_post: z.object({ type: z.enum(CONTENT_TYPES), id: z.string(), since: z.string() }),
  end_waits: noPayload,
  review_names: noPayload,
  keep_reported_photos: z.object({ caseId: z.int() }),
  answer_visitor_report: z.object({ reportId: z.int() }),
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    look_at_post: ({ type, id, since }) => openWaiting(deps, { type, id, since: new Date(since) }),
    end_waits: () => endWaits(deps),
    review_names: () => reviewNames(deps),
    keep_reported_photos: ({ caseId }) => keepPhotos(deps, caseId),
    answer_visitor_report: ({ reportId }) => answerVisitor(deps, reportId),
  });

const VISITOR_ANSWERS = {
  take_down: 'acted',
  suspend: 'acted',
  ask_change: 'asked',
  shown: 'changed',
  leave: 'left',
  show_text: 'left',
} as const satisfies Record<ReportDecision | 'shown', string>;

/** Tells a visitor what FWS has decided, and later that it was changed. A lost answer of the mail server may make it two mails. */
async function answerVisitor({ db, ports }: Deps, reportId: number): Promise<void> {
  const report = await db.selectFrom('report').selectAll().where('id', '=', reportId).executeTakeFirst();
  const decided = report && (await loadCases(db, [report.case_id])).get(report.case_id);
  if (!report || report.reply_to === '' || !decided?.decision) return;
  const values = { number: formatReportNumber(decided.id), title: decided.title };
  const result = VISITOR_ANSWERS[decided.change_state === 'shown' ? 'shown' : decided.decision];
  await ports.mail.send({
    to: report.reply_to,
    subject: translate(report.locale, 'safety.visitor_subject', values),
    text: translate(report.locale, `safety.visitor_${result}`, values),
  });
}
