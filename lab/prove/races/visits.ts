import { sql } from 'kysely';
import { answerNoShow, arrived, claimNoShow, startVisit } from '@fws/contract/visits/calls';
import type { NoShowAnswer } from '@fws/contract/visits/model';
import type { ObservedState } from '../support/product/observe.ts';
import type { Product } from '../support/product/product.ts';
import { AMOUNT_PAISE, type Fixture } from '../support/fixtures.ts';
import { cancel, raise, type RaceAction } from './actions.ts';
import type { Pair } from './pair.ts';

// The milestone is the fee of a visit, which one side says did not take place, with what else can happen to it.

const HOUR_MS = 3600_000;
type Caller = 'posterId' | 'workerId';
const UNTOUCHED = { fund: 'funded' } as const;
const ONLINE = { device: '', counter: 0, deviceTime: null, serverTimeSeen: null };

interface SeededVisit {
  /** When the agreed time of two hours began, before now. */
  startedAgoMs: number;
  /** Whether the worker arrived half an hour after that. */
  hasArrived: boolean;
}

const seedVisit =
  ({ startedAgoMs, hasArrived }: SeededVisit): RaceAction =>
  async ({ db, clock }, { jobId, milestoneId, posterId, workerId }) => {
    const at = (ms: number) => new Date(clock.ms() - startedAgoMs + ms);
    const [agreedAt, fundedAt, startsAt, endsAt] = [-24, -12, 0, 2].map((hours) => at(hours * HOUR_MS));
    const arrivedAt = at(HOUR_MS / 2);
    await sql`UPDATE milestone SET kind = 'visit' WHERE job_id = ${jobId} AND id = ${milestoneId}`.execute(
      db,
    );
    await sql`INSERT INTO visit (job_id, milestone_id, poster_id, worker_id, starts_at, ends_at, fee_paise, agreed_at,
        secret, state, changes, changed_at)
      VALUES (${jobId}, ${milestoneId}, ${posterId}, ${workerId}, ${startsAt}, ${endsAt}, ${AMOUNT_PAISE}, ${agreedAt},
        '', ${hasArrived ? 'arrived' : 'agreed'}, ${hasArrived ? 1 : 0}, ${agreedAt})`.execute(db);
    await sql`INSERT INTO visit_evidence (job_id, number, kind, at) VALUES (${jobId}, 1, 'funded', ${fundedAt})`.execute(
      db,
    );
    if (hasArrived)
      await sql`INSERT INTO visit_evidence (job_id, number, kind, at, device, counter, device_at, seen_at)
        VALUES (${jobId}, 2, 'arrived', ${arrivedAt}, 'phone', 1, ${arrivedAt}, ${startsAt})`.execute(db);
    return null;
  };

const claim =
  (by: Caller): RaceAction =>
  async (product, laid) =>
    (await product.call(claimNoShow, laid[by], { milestoneId: laid.milestoneId })).ok;
const answer =
  (by: Caller, given: NoShowAnswer): RaceAction =>
  async (product, laid) => {
    const command = { milestoneId: laid.milestoneId, answer: given, excuse: null, details: '' };
    return (await product.call(answerNoShow, laid[by], command)).ok;
  };
const start: RaceAction = async (product, { milestoneId, posterId }) =>
  (await product.call(startVisit, posterId, { milestoneId, ...ONLINE, code: '', signed: '' })).ok;
const arrive: RaceAction = async (product, { milestoneId, workerId }) =>
  (await product.call(arrived, workerId, { milestoneId, ...ONLINE, latitude: null, longitude: null })).ok;

/** The claim was made and delivered so long ago that silence has decided it. */
const letItRest: RaceAction = async ({ db, clock }, { jobId }) => {
  const claimedAt = new Date(clock.ms() - 40 * HOUR_MS);
  await sql`UPDATE visit_evidence SET at = ${claimedAt} WHERE job_id = ${jobId} AND kind = 'claimed'`.execute(
    db,
  );
  await sql`INSERT INTO visit_evidence (job_id, number, kind, at)
    SELECT ${jobId}, max(number) + 1, 'delivered', ${claimedAt} FROM visit_evidence WHERE job_id = ${jobId}`.execute(
    db,
  );
  await sql`UPDATE visit SET due_at = ${claimedAt} WHERE job_id = ${jobId}`.execute(db);
  return null;
};
const settle: RaceAction = async (product, { jobId }) => {
  await product.runTask('visit_timers', { jobId });
  return null;
};

const inOrder =
  (...actions: readonly RaceAction[]): RaceAction =>
  async (product, laid) => {
    for (const action of actions) await action(product, laid);
    return null;
  };

/** Within the agreed time, after the worker's arrival. */
const AT_DOOR = seedVisit({ startedAgoMs: HOUR_MS, hasArrived: true });
const NOBODY_CAME = seedVisit({ startedAgoMs: 3 * HOUR_MS, hasArrived: false });
const claimedByWorker = inOrder(AT_DOOR, claim('workerId'));
const claimedByPoster = inOrder(NOBODY_CAME, claim('posterId'));
const LONG_AGO_MS = 42 * HOUR_MS;
const silentPoster = inOrder(
  seedVisit({ startedAgoMs: LONG_AGO_MS, hasArrived: true }),
  claim('workerId'),
  letItRest,
);
const silentWorker = inOrder(
  seedVisit({ startedAgoMs: LONG_AGO_MS, hasArrived: false }),
  claim('posterId'),
  letItRest,
);

/** The fee is paid, goes back or is held, and nothing of it twice. */
const checkFee = ({ milestones, disputes, refunds }: ObservedState): string | null => {
  const [fee] = milestones;
  const isHeld = disputes.some(({ state, milestones: held }) => state === 'open' && held.length > 0);
  const ends = [fee?.fund === 'released', refunds.length > 0, isHeld].filter(Boolean).length;
  return ends <= 1 ? null : 'the fee is paid, sent back or held at the same time';
};

/** Only one end is reached: what is decided stays decided. */
async function findSecondEnd({ db }: Product, { jobId }: Fixture): Promise<string | null> {
  const { rows } = await sql<{ ends: number }>`SELECT count(*)::int AS ends FROM state_change
    WHERE subject = 'visit' AND subject_id = ${String(jobId)}
      AND to_state IN ('started', 'missed', 'contested', 'cancelled')`.execute(db);
  const ends = rows[0]?.ends ?? 0;
  return ends <= 1 ? null : `the visit has ${ends} ends`;
}

const createPair = (
  name: string,
  [first, second]: readonly [RaceAction, RaceAction],
  { prepare, exclusive = false }: { prepare: RaceAction; exclusive?: boolean },
): Pair => ({
  name: `visit: ${name}`,
  from: UNTOUCHED,
  first,
  second,
  exclusive,
  prepare,
  inspect: findSecondEnd,
  findViolation: checkFee,
});

export const VISITS: readonly Pair[] = [
  createPair('the worker claims | the poster cancels', [claim('workerId'), cancel], {
    prepare: AT_DOOR,
    exclusive: true,
  }),
  createPair('the worker claims | the work starts', [claim('workerId'), start], { prepare: AT_DOOR }),
  createPair('the worker claims | dispute', [claim('workerId'), raise('posterId')], { prepare: AT_DOOR }),
  createPair('the poster claims | a late arrival', [claim('posterId'), arrive], { prepare: NOBODY_CAME }),
  createPair('the poster claims | the poster cancels', [claim('posterId'), cancel], {
    prepare: NOBODY_CAME,
    exclusive: true,
  }),
  createPair('agree | agree', [answer('posterId', 'agree'), answer('posterId', 'agree')], {
    prepare: claimedByWorker,
    exclusive: true,
  }),
  createPair('agree | contest', [answer('posterId', 'agree'), answer('posterId', 'contest')], {
    prepare: claimedByWorker,
    exclusive: true,
  }),
  createPair('agree | the work starts', [answer('posterId', 'agree'), start], {
    prepare: claimedByWorker,
    exclusive: true,
  }),
  createPair('agree | dispute', [answer('posterId', 'agree'), raise('workerId')], {
    prepare: claimedByWorker,
  }),
  createPair('contest | dispute', [answer('posterId', 'contest'), raise('workerId')], {
    prepare: claimedByWorker,
  }),
  createPair('the worker agrees | contests', [answer('workerId', 'agree'), answer('workerId', 'contest')], {
    prepare: claimedByPoster,
    exclusive: true,
  }),
  createPair('silence decides, twice', [settle, settle], { prepare: silentPoster }),
  createPair('silence decides | dispute', [settle, raise('posterId')], { prepare: silentPoster }),
  createPair('silence decides against the worker | cancel', [settle, cancel], { prepare: silentWorker }),
  createPair('silence decides against the worker | dispute', [settle, raise('workerId')], {
    prepare: silentWorker,
  }),
];
