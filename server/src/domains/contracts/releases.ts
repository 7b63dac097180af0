import { sql } from 'kysely';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, tellAll } from '../../platform/jobs/index.ts';
import { lockJob } from '../jobs/index.ts';
import { peopleByIds } from '../profile/index.ts';
import { releasesAt, reminderAfter, waitOf } from './deadlines.ts';
import { announce, factsOf, releaseMilestone, subjectOf } from './milestones.ts';
import { notice } from './notices.ts';
import { isUnderWay } from './policy.ts';
import { awardedJob, contractByJob, lockMilestone, milestoneJob, updateMilestone } from './store.ts';

const BATCH = 200;
const DAY_MS = 24 * 3600_000;

/**
 * Every few minutes: queues payment requests without an answer for release. Each is checked again under its locks.
 */
export async function watchReleases(deps: Deps): Promise<void> {
  const { db, ports, config } = deps;
  const now = ports.clock.now();
  const { remote, inPerson } = config.autoReleaseMs;
  const before = (waitMs: number) => new Date(now.getTime() - waitMs);
  await inTx(db, async (tx) => {
    const due = await unanswered(tx, { remote: before(remote), inPerson: before(inPerson) });
    for (const { id } of due)
      await enqueue(tx, 'auto_release', { milestoneId: id }, { key: `auto_release:${id}` });
  });
  await inTx(db, (tx) =>
    remind(tx, {
      remote: before(reminderAfter(remote)),
      inPerson: before(reminderAfter(inPerson)),
      daysLeft: (isInPerson) => {
        const waitMs = waitOf(config.autoReleaseMs, isInPerson);
        return Math.max(1, Math.round((waitMs - reminderAfter(waitMs)) / DAY_MS));
      },
      now,
    }),
  );
}

interface Before {
  remote: Date;
  inPerson: Date;
}

const answerable = (before: Before) => sql`
  FROM milestone m
  JOIN job ON job.id = m.job_id AND job.state IN ('awarded', 'in_progress')
  JOIN category ON category.id = job.category_id
  WHERE m.work_state = 'payment_requested' AND m.fund_state IN ('funded', 'accepted') AND NOT m.on_hold
    AND m.payment_requested_at <= CASE WHEN category.in_person THEN ${before.inPerson}::timestamptz
      ELSE ${before.remote}::timestamptz END`;

async function unanswered(tx: Tx, before: Before): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id ${answerable(before)} ORDER BY m.payment_requested_at LIMIT ${BATCH}`.execute(tx);
  return rows;
}

interface Reminded {
  id: number;
  job_id: number;
  name: string;
  amount_paise: number;
  payment_requested_at: Date;
  title: string;
  in_person: boolean;
  poster_id: number;
  worker_id: number;
}

async function remind(
  tx: Tx,
  asked: Before & { daysLeft: (inPerson: boolean) => number; now: Date },
): Promise<void> {
  const { rows } = await sql<Reminded>`
    WITH due AS (
      SELECT m.id, job.title, category.in_person ${answerable(asked)} AND m.reminded_at IS NULL
      ORDER BY m.payment_requested_at LIMIT ${BATCH}
      FOR NO KEY UPDATE OF m SKIP LOCKED
    )
    UPDATE milestone SET reminded_at = ${asked.now}
    FROM due, contract
    WHERE milestone.id = due.id AND contract.job_id = milestone.job_id
    RETURNING milestone.id, milestone.job_id, milestone.name, milestone.amount_paise,
      milestone.payment_requested_at, due.title, due.in_person, contract.poster_id, contract.worker_id`.execute(
    tx,
  );
  const workers = await peopleByIds(
    tx,
    rows.map((row) => row.worker_id),
  );
  await tellAll(
    tx,
    rows.map((row) => {
      const about = {
        jobId: row.job_id,
        jobTitle: row.title,
        posterId: row.poster_id,
        workerId: row.worker_id,
        workerName: workers.get(row.worker_id)?.name ?? '',
        milestoneId: row.id,
        milestoneName: row.name,
        amountPaise: row.amount_paise,
      };
      const event = `${row.id}:${row.payment_requested_at.getTime()}`;
      const told = notice('poster', 'release_reminder', about, event);
      return { ...told, values: { ...told.values, days: asked.daysLeft(row.in_person) } };
    }),
  );
}

/** The poster did not answer in time, so the work counts as accepted and the money is released to the worker. */
export async function autoRelease(deps: Deps, milestoneId: number): Promise<void> {
  const { db, ports, config } = deps;
  const now = ports.clock.now();
  await inTx(db, async (tx) => {
    const jobId = await milestoneJob(tx, milestoneId);
    const job = jobId === null ? null : await lockJob(tx, jobId);
    const contract = job && (await contractByJob(tx, job.id));
    const milestone = await lockMilestone(tx, milestoneId);
    if (!contract || !milestone || !isUnderWay(job.state)) return;
    const waitMs = waitOf(config.autoReleaseMs, (await awardedJob(tx, job.id))?.in_person ?? false);
    const facts = { ...factsOf(milestone), requestedAt: milestone.payment_requested_at };
    const due = releasesAt(facts, waitMs);
    if (!due || due > now) return;
    const held = { job, contract, milestone };
    if (milestone.fund_state === 'funded')
      await updateMilestone(tx, milestone.id, { fund_state: 'accepted', changed_at: now });
    await releaseMilestone(tx, held, await subjectOf(tx, held), now, 'released_by_itself');
    await announce(tx, contract);
  });
}
