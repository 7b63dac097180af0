import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Side } from '@fws/contract/contracts/model';
import { isAgainst } from '@fws/contract/reliability/outcome';
import { countReliability, type Reliability } from '@fws/contract/reliability/record';
import type { OwnOutcome, OwnReliability } from '@fws/contract/reliability/schemas';
import { loadPageByTime, type PageRequest } from '../../platform/cursor.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { calculateContestEnd, getContestAbility } from './rules.ts';
import { findOutcome, listOutcomes, listRecorded, type NamedOutcomeRow } from './store.ts';

/** The records of people as this side. Without an entry, too few jobs count. */
export async function loadReliability(
  db: Db | Tx,
  userIds: readonly number[],
  side: Side,
): Promise<Map<number, Reliability>> {
  const recorded = await listRecorded(db, [...new Set(userIds)], side);
  return new Map(
    [...recorded].flatMap(([userId, jobs]) => {
      const counted = countReliability(jobs);
      return counted ? [[userId, counted] as const] : [];
    }),
  );
}

export function toOwnOutcome(row: NamedOutcomeRow, now: Date): OwnOutcome {
  const { contested_at: contestedAt, contest_due_at: dueAt } = row;
  return {
    jobId: row.job_id,
    jobNumber: row.number,
    jobTitle: row.title,
    side: row.side,
    awardedAt: row.awarded_at.toISOString(),
    outcome: row.outcome,
    reason: row.reason,
    writtenAt: row.written_at.toISOString(),
    state: row.state,
    contestUntil: isAgainst(row.outcome) ? calculateContestEnd(row.written_at).toISOString() : null,
    contest:
      contestedAt && dueAt
        ? {
            text: row.contest_text,
            sentAt: contestedAt.toISOString(),
            dueAt: dueAt.toISOString(),
            words: row.words,
            decidedAt: row.decided_at?.toISOString() ?? null,
          }
        : null,
    abilities: { contest: getContestAbility(row, now) },
  };
}

/** To anybody but its own side it does not exist. */
export async function readOutcome(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  userId: number,
  jobId: number,
): Promise<Outcome<OwnOutcome>> {
  const row = await findOutcome(db, { userId, jobId });
  return row ? done(toOwnOutcome(row, ports.clock.now())) : refuse('not_found', 'reliability.not_found');
}

export async function readOwnReliability(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  userId: number,
  request: PageRequest,
): Promise<Outcome<OwnReliability>> {
  const page = await loadPageByTime(
    request,
    (after) => listOutcomes(db, { userId, after, limit: request.limit }),
    (row) => [row.awarded_at, row.job_id],
  );
  if (!page.ok) return page;
  const [worker, poster] = [
    await loadReliability(db, [userId], 'worker'),
    await loadReliability(db, [userId], 'poster'),
  ];
  const now = ports.clock.now();
  return done({
    asWorker: worker.get(userId) ?? null,
    asPoster: poster.get(userId) ?? null,
    items: page.value.rows.map((row) => toOwnOutcome(row, now)),
    nextCursor: page.value.nextCursor,
  });
}
