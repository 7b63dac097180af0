import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import { notifyMany, type Notice } from '../../../platform/queue/index.ts';
import type { Clock } from '../../../ports/clock.ts';
import { loadJobs, readMaskedTexts } from '../../jobs/index.ts';
import { markOpened } from '../../notifications/index.ts';
import { checkBlockedPairs, loadPeople } from '../../profile/index.ts';
import { getOtherId, getPath, getReaderId, isMuted } from '../policy.ts';
import { getByKey, type ConversationRow } from '../store.ts';
import { loadStates } from '../states/store.ts';
import { readOtherName } from '../view.ts';
import { countTakenDown, lockDue, markNotified, type DueConversation } from './store.ts';

/** Call this in the transaction in which one of the two has read something: the notification waits for nothing any more. */
export const markNoticeRead = (
  tx: Tx,
  conversation: ConversationRow,
  readerId: number,
  now: Date,
): Promise<void> =>
  markOpened(tx, readerId, { type: 'messages_unread', path: getPath(conversation, readerId), now });

const BATCH_SIZE = 200;

/** Task, each minute: notifies those who have not read what was written to them. Commits each batch. */
export async function sendUnreadNotices({ db, ports }: { db: Db; ports: { clock: Clock } }): Promise<void> {
  const now = ports.clock.now();
  let count: number;
  do count = await inTx(db, (tx) => notifyBatch(tx, now));
  while (count === BATCH_SIZE);
}

async function notifyBatch(tx: Tx, now: Date): Promise<number> {
  const due = await lockDue(tx, now, BATCH_SIZE);
  if (due.length === 0) return 0;
  const notices = await buildNotices(tx, await dropSilent(tx, due));
  const marked = await markNotified(tx, due, { notifiedIds: [...notices.keys()], now });
  await notifyMany(
    tx,
    [...notices].flatMap(([id, notice]) => (marked.has(id) ? [notice] : [])),
  );
  return due.length;
}

/** Nobody hears of what they muted, of what is taken down, or of somebody whom one of the two has blocked. */
async function dropSilent(tx: Tx, due: readonly DueConversation[]): Promise<DueConversation[]> {
  const isBlocked = await checkBlockedPairs(
    tx,
    due.map((row) => [row.poster_id, row.worker_id]),
  );
  const takenDown = await countTakenDown(
    tx,
    due.map((row) => row.job_id),
  );
  const hasShown = ({ id, poster_unread: ofPoster, worker_unread: ofWorker }: DueConversation) =>
    ofPoster + ofWorker > (takenDown.get(id) ?? 0);
  return due.filter(
    (row, index) => hasShown(row) && isBlocked[index] !== true && !isMuted(row, getReaderId(row)),
  );
}

/** By the id of the conversation. They name who wrote and the job, and nothing of what was written. */
async function buildNotices(tx: Tx, rows: readonly DueConversation[]): Promise<Map<number, Notice>> {
  const [jobs, people, states] = [
    await loadJobs(
      tx,
      rows.map((row) => row.job_id),
    ),
    await loadPeople(
      tx,
      rows.map((row) => getOtherId(row, getReaderId(row))),
    ),
    await loadStates(
      tx,
      rows.map((row) => ({ jobId: row.job_id, workerId: row.worker_id })),
    ),
  ];
  return new Map(
    rows.flatMap((row): [number, Notice][] => {
      const readerId = getReaderId(row);
      const job = jobs.get(row.job_id);
      const person = people.get(getOtherId(row, readerId));
      const state = getByKey(states, { jobId: row.job_id, workerId: row.worker_id }) ?? 'ended';
      if (!job || !person) return [];
      return [
        [
          row.id,
          {
            userId: readerId,
            type: 'messages_unread',
            // The notification may be read when the job is no longer awarded, or by whoever sees the screen of a phone.
            values: { person: readOtherName(person, row, readerId, state), job: readMaskedTexts(job).title },
            path: getPath(row, readerId),
            // Until the reader reads again, it is the same number.
            dedupeKey: `conversation:${row.id}:${Math.min(row.poster_read, row.worker_read)}`,
          },
        ],
      ];
    }),
  );
}
