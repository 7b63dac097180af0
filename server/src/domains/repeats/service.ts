import { addDays, toIstDate } from '@fws/contract/platform/dates';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { canRepeat } from '@fws/contract/repeats/model';
import type { NewRepeat, Repeat } from '@fws/contract/repeats/schemas';
import { countAttempt } from '../../platform/attempts.ts';
import { loadPageById, type PageRequest } from '../../platform/cursor.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Cause } from '../../platform/transition.ts';
import { findContractParties } from '../escrow/index.ts';
import { findJob, isPoster, lockJob } from '../jobs/index.ts';
import { listDates as listRuleDates } from './dates/rules.ts';
import { skipDate } from './dates/service.ts';
import { LIMITS } from './limits.ts';
import { notifyProposed, notifySeries, publishSeries } from './notices.ts';
import { findObstacle } from './obstacles/service.ts';
import { checkMayAnswer, checkMayBegin, findSide } from './policy.ts';
import { calculateAnswerTime, getEndAbility, getSkipAbility } from './rules.ts';
import {
  findDate,
  findLiveSeries,
  insertSeries,
  listDates,
  listSeries,
  lockSeries,
  transitionSeries,
  type DateRow,
  type SeriesRow,
} from './store.ts';
import { presentSeries } from './view.ts';

export async function repeatJob(deps: Deps, posterId: number, command: NewRepeat): Promise<Outcome<Repeat>> {
  const now = deps.ports.clock.now();
  const days = listRuleDates(command, addDays(toIstDate(now), 1));
  if (!days.ok) return days;
  return inTx(deps.db, async (tx): Promise<Outcome<Repeat>> => {
    const counted = await countAttempt(tx, deps.config.limits.get(LIMITS.repeat_user), String(posterId), now);
    if (!counted.ok) return counted;
    const job = await lockJob(tx, command.jobId);
    const partners = job && (await findContractParties(tx, job.id));
    // Others do not learn that the job is there.
    if (!job || !isPoster(job, posterId)) return refuse('not_found', 'jobs.not_found');
    if (!partners || !canRepeat(job.state)) return refuse('conflict', 'repeats.job_not_awarded');
    const workerId = partners.worker_id;
    const allowed = checkMayBegin(
      await findObstacle(tx, { poster_id: posterId, worker_id: workerId }),
      'poster',
    );
    if (!allowed.ok) return allowed;
    const series = await insertSeries(tx, {
      jobId: job.id,
      posterId,
      workerId,
      rule: command.rule,
      days: days.value,
      now,
    });
    if (!series) {
      const sent = await findSameProposal(tx, { ...command, jobId: job.id, days: days.value });
      return sent ? present(tx, sent, posterId) : refuse('conflict', 'repeats.running');
    }
    await notifyProposed(tx, series, days.value.length);
    await publishSeries(tx, series);
    return present(tx, series, posterId);
  });
}

/** What this command has proposed before. Its answer may have been lost. */
async function findSameProposal(
  tx: Tx,
  { jobId, rule, days }: { jobId: number; rule: string; days: readonly string[] },
): Promise<SeriesRow | null> {
  const series = await findLiveSeries(tx, jobId);
  if (series?.state !== 'proposed' || series.rule !== rule) return null;
  const proposed = await listDates(tx, [series.id]);
  return proposed.map(({ day }) => day).join() === days.join() ? series : null;
}

async function present(tx: Tx, series: SeriesRow, readerId: number): Promise<Outcome<Repeat>> {
  const [repeat] = await presentSeries(tx, [series], readerId);
  if (!repeat) throw new Error(`series ${series.id} is gone`);
  return done(repeat);
}

export async function listOwnSeries(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  params: PageRequest & { jobId?: number | null | undefined },
): Promise<Outcome<Page<Repeat>>> {
  if (params.jobId) {
    const partners = await findContractParties(db, params.jobId);
    if (!partners || !findSide(partners, userId)) return refuse('not_found', 'jobs.not_found');
  }
  const page = await loadPageById(
    params,
    (after) =>
      listSeries(db, {
        userId,
        jobId: params.jobId ?? null,
        afterId: after ? after[1] : null,
        limit: params.limit,
      }),
    (row) => row.id,
  );
  if (!page.ok) return page;
  const items = await presentSeries(db, page.value.rows, userId);
  return done({ items, nextCursor: page.value.nextCursor });
}

/** Runs a step of one of the two sides with the series locked. To anybody else it does not exist. */
function runStep(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  { repeatId, userId }: { repeatId: number; userId: number },
  step: (
    tx: Tx,
    series: SeriesRow,
    cause: Cause & { by: { role: 'poster' | 'worker' } },
  ) => Promise<Outcome<null>>,
): Promise<Outcome<Repeat>> {
  return inTx(db, async (tx): Promise<Outcome<Repeat>> => {
    const series = await lockSeries(tx, repeatId);
    const side = series && findSide(series, userId);
    if (!side) return refuse('not_found', 'repeats.not_found');
    const stepped = await step(tx, series, { by: { role: side, userId }, at: ports.clock.now() });
    if (!stepped.ok) return stepped;
    await publishSeries(tx, series);
    const changed = await lockSeries(tx, repeatId);
    return present(tx, changed ?? series, userId);
  });
}

export const answerRepeat = (
  deps: Deps,
  userId: number,
  { repeatId, answer }: { repeatId: number; answer: 'agree' | 'decline' },
): Promise<Outcome<Repeat>> =>
  runStep(deps, { repeatId, userId }, async (tx, series, cause) => {
    const isRepeated = series.state === (answer === 'agree' ? 'running' : 'declined');
    if (isRepeated && cause.by.role === 'worker') return done(null);
    const mayAnswer = checkMayAnswer(series.state, cause.by.role);
    if (!mayAnswer.ok) return mayAnswer;
    if (calculateAnswerTime(series.proposed_at) <= cause.at)
      return refuse('conflict', 'repeats.not_proposed');
    if (answer === 'agree') {
      const allowed = checkMayBegin(await findObstacle(tx, series), 'worker');
      if (!allowed.ok) return allowed;
      const left = await dropPastDates(tx, series, cause);
      if (left === 0) return refuse('conflict', 'repeats.dates_passed');
    }
    await transitionSeries(tx, [series], answer, cause);
    await notifySeries(tx, [series], answer, ['poster']);
    return done(null);
  });

/** Leaves out the dates that passed before the worker answered. Returns how many are left. */
async function dropPastDates(tx: Tx, series: SeriesRow, cause: Cause): Promise<number> {
  const today = toIstDate(cause.at);
  const dates = await listDates(tx, [series.id]);
  const past = dates.filter(({ day }) => day <= today);
  for (const date of past) await skipDate(tx, { series, date, cause, isSilent: true });
  return dates.length - past.length;
}

export const skipRepeat = (
  deps: Deps,
  userId: number,
  { repeatId, day }: { repeatId: number; day: string },
): Promise<Outcome<Repeat>> =>
  runStep(deps, { repeatId, userId }, async (tx, series, cause) => {
    const date = await findDate(tx, { series_id: series.id, day });
    if (!date) return refuse('not_found', 'repeats.date_over');
    if (date.state === 'skipped') return done(null);
    const job = date.job_id === null ? null : await findJob(tx, date.job_id);
    const ability = getSkipAbility(series, { state: date.state, job: job?.state ?? null }, cause.by.role);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const skipped = await skipDate(tx, { series, date, cause });
    return skipped ? done(null) : refuse('conflict', 'repeats.date_paid');
  });

/** Leaves out every date that is not paid. Paid ones go on as contracts of their own. */
export const endRepeat = (
  deps: Deps,
  userId: number,
  { repeatId }: { repeatId: number },
): Promise<Outcome<Repeat>> =>
  runStep(deps, { repeatId, userId }, async (tx, series, cause) => {
    if (series.state === 'ended') return done(null);
    const ability = getEndAbility(series.state, cause.by.role);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    await endSeries(tx, series, cause);
    return done(null);
  });

/** The series must be locked before. Tells both sides once, not of each date. */
export async function endSeries(tx: Tx, series: SeriesRow, cause: Cause): Promise<void> {
  const sides = (['poster', 'worker'] as const).filter((side) => side !== cause.by.role);
  const today = toIstDate(cause.at);
  const isAhead = ({ state, day }: DateRow) => state === 'coming' || (state === 'set' && day >= today);
  // At most sixty, of which few have a contract.
  for (const date of (await listDates(tx, [series.id])).filter(isAhead))
    await skipDate(tx, { series, date, cause, isSilent: true });
  await transitionSeries(tx, [series], 'end', cause);
  await notifySeries(tx, [series], 'end', sides);
}
