import type { EventLine } from '@fws/contract/conversations/schemas';
import type { ConversationState } from '@fws/contract/conversations/model';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db } from '../../../platform/db/index.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { listContractEvents } from '../../contracts/index.ts';
import type { JobRow } from '../../jobs/index.ts';
import { findMessage, type MessageRow, type Span } from '../store.ts';
import { getNumberBefore, getPeriod } from './rules.ts';

/**
 * What happened in the contract of the two between the messages of a page, the oldest first. Only the worker to whom the
 * job is awarded has a contract with the poster. `before`: the number of the message that follows the page.
 */
export async function loadLines(
  db: Db,
  { row, job, state }: { row: Span; job: JobRow; state: ConversationState },
  {
    rows,
    before,
    isLast,
    locale,
  }: { rows: readonly MessageRow[]; before: number | null; isLast: boolean; locale: Locale },
): Promise<EventLine[]> {
  if (state !== 'awarded') return [];
  const next = before === null ? null : await findMessage(db, row, before);
  const period = getPeriod(rows, { next, isLast, begin: job.posted_at });
  const events = await listContractEvents(db, job.id, period);
  return events.map((event) => ({
    ...event,
    // Standard parts are named by a message id, others by the worker.
    milestone: event.milestone && { ...event.milestone, name: translateIfId(locale, event.milestone.name) },
    at: event.at.toISOString(),
    afterNumber: getNumberBefore(rows, event.at),
  }));
}
