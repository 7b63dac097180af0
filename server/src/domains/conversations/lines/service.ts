import type { EventLine } from '@fws/contract/conversations/schemas';
import type { ConversationState } from '@fws/contract/conversations/model';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db } from '../../../platform/db/index.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { listContractEvents, type Period } from '../../contracts/index.ts';
import type { JobRow } from '../../jobs/index.ts';
import { listQuoteEvents } from '../../quotes/index.ts';
import { findMessage, type Key, type MessageRow, type Span } from '../store.ts';
import { getNumberBefore, getPeriod } from './rules.ts';

interface Talk {
  key: Key;
  row: Span;
  job: JobRow;
  state: ConversationState;
}

/**
 * What happened between the two and between the messages of a page, the oldest first. `before`: the number of the message
 * that follows the page.
 */
export async function loadLines(
  db: Db,
  readerId: number,
  talk: Talk,
  {
    rows,
    before,
    isLast,
    locale,
  }: { rows: readonly MessageRow[]; before: number | null; isLast: boolean; locale: Locale },
): Promise<EventLine[]> {
  const next = before === null ? null : await findMessage(db, talk.row, before);
  const period = getPeriod(rows, { next, isLast, begin: talk.job.posted_at });
  const events = [
    ...(await listQuoteLines(db, readerId, talk, period)),
    ...(await listContractLines(db, talk, period)),
  ];
  return events.map((event) => ({
    ...event,
    // Standard parts are named by a message id, others by the worker.
    milestone: event.milestone && { ...event.milestone, name: translateIfId(locale, event.milestone.name) },
    at: event.at.toISOString(),
    afterNumber: getNumberBefore(rows, event.at),
  }));
}

async function listQuoteLines(db: Db, readerId: number, { key, job }: Talk, period: Period) {
  const events = await listQuoteEvents(db, { ...key, posterId: job.poster_id }, readerId);
  return events
    .filter(({ at }) => at >= period.from && (period.until === null || at < period.until))
    .map((event) => ({ ...event, milestone: null }));
}

/** Only the worker to whom the job is awarded has a contract with the poster. It comes after all quotes. */
const listContractLines = async (db: Db, { job, state }: Talk, period: Period) =>
  state === 'awarded' ? listContractEvents(db, job.id, period) : [];
