import type { Side } from '@fws/contract/contracts/model';
import type { Contract, Milestone, PaymentLimits, Person } from '@fws/contract/contracts/schemas';
import { getMilestonePhase, SUSPENDED_PARTY } from '@fws/contract/contracts/suspension';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { translateIfId } from '../../platform/messages.ts';
import {
  findLiveOrderIds,
  findMilestoneReceipts,
  findSide,
  isUnderWay,
  listMilestones,
  listSplits,
  listSplitTurns,
  sumReleasedPaise,
  toWait,
  type MilestoneRow,
  type SplitRow,
} from '../escrow/index.ts';
import { loadPeople, type PersonRow } from '../profile/index.ts';
import { readStanding } from '../reviews/index.ts';
import { foreseeCancellation, type ForeseenCancellation } from '../visits/index.ts';
import { calculateReleaseTime, getWaitMs } from './auto-release/deadlines.ts';
import {
  endsAnything,
  getRefundChargeBps,
  goesToFws,
  planCancellation,
  waiveCharge,
} from './cancelling/rules.ts';
import { markFee, toCancelFacts, toCancelPlan } from './cancelling/service.ts';
import { findJobEnding, type JobEndingRow } from './cancelling/store.ts';
import { readChangeSummary } from './change-orders/view.ts';
import { findCompletions } from './completions/store.ts';
import { foreseeCounts } from './outcomes/service.ts';
import { findSuspendedSide, toFundFacts, toJobFacts, type JobFacts } from './facts.ts';
import { maySeeMobiles } from './policy.ts';
import {
  countChangesLeft,
  decideChange,
  findNextStep,
  findWaitingReason,
  matchPaidOut,
  toAbility,
} from './rules.ts';
import { findAwardedJob, loadEarnings, type AwardedJobRow } from './store.ts';
import { findDivision, findOpenSplitView, toSplitTurn } from './splitting/view.ts';
import type { TurnFacts } from './turns/rules.ts';

/** One awarded job as its poster or its worker sees it; `not_found` for anybody else. */
export async function readContract(
  { db, config, ports }: Pick<Deps, 'db' | 'config' | 'ports'>,
  jobId: number,
  callerId: number,
  locale: Locale,
): Promise<Outcome<Contract>> {
  const row = await findAwardedJob(db, jobId);
  const side = row && findSide(row, callerId);
  if (!side) return refuse('not_found', 'contracts.not_found');
  const milestones = await listMilestones(db, jobId);
  const people = await loadPeople(db, [row.poster_id, row.worker_id]);
  const suspended = findSuspendedSide(row, side, people);
  const orders: Map<number, string> =
    side === 'poster' ? await findLiveOrderIds(db, toIds(milestones)) : new Map();
  const inBank = side === 'worker' ? await calculateInBank(db, row.worker_id) : new Map<number, number>();
  const completions = await findCompletions(db, milestones);
  const receipts = side === 'poster' ? await findMilestoneReceipts(db, toIds(milestones)) : null;
  const waitMs = getWaitMs(config.autoReleaseMs, row.in_person);
  const now = ports.clock.now();
  const ending = await findJobEnding(db, jobId);
  const foreseen = await foreseeCancellation(db, {
    jobId,
    side,
    excuse: null,
    now,
    isSuspended: suspended === 'worker',
  });
  const [splits, turns] = ending
    ? await Promise.all([listSplits(db, [jobId]), listSplitTurns(db, [jobId])])
    : [[], []];
  const splitContext = {
    side,
    chargeBps: getRefundChargeBps(ending?.side ?? side, config.refundChargeBps),
    goesToFws: goesToFws(milestones.map(toCancelFacts)),
    splits,
    turns,
  };
  const job = toJobFacts(row.state, milestones);
  return done({
    ...toSharedFields(row, side, people, maySeeMobiles(milestones)),
    description: row.description,
    refundChargeBps: config.refundChargeBps,
    finishBy: row.finish_by,
    change: await readChangeSummary(db, { contract: row, milestones }, { state: row.state, side, suspended }),
    cancel: {
      ...toCancelView(milestones, side, row.state, {
        chargeBps: waiveCharge(suspended, config.refundChargeBps),
        ending,
        foreseen,
        releasedPaise: await sumReleasedPaise(db, jobId),
      }),
      counts: ending ? false : await foreseeCounts(db, row, { side, milestones, suspended, now }),
    },
    ...(await readStanding(db, row, { milestones, callerId, now })),
    milestones: milestones.map((milestone) => ({
      ...toMilestone(milestone, side, job, { waitMs, limits: config.paymentLimits, suspended }),
      split: findOpenSplitView(milestone, {
        ...splitContext,
        hasEvidence: completions.has(milestone.id),
      }),
      division: findDivision(milestone, splitContext),
      // Standard parts are named by a message id, others by the worker.
      name: translateIfId(locale, milestone.name),
      completions: completions.get(milestone.id) ?? [],
      receipts: receipts?.get(milestone.id) ?? [],
      inBankPaise: inBank.get(milestone.id) ?? 0,
      openOrderId: orders.get(milestone.id) ?? null,
    })),
  });
}

export const toJobIds = (rows: readonly { job_id: number }[]) => rows.map((row) => row.job_id);

const toIds = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

export async function calculateInBank(db: Db | Tx, workerId: number): Promise<Map<number, number>> {
  const { released, paidOutPaise } = await loadEarnings(db, workerId);
  return matchPaidOut(released, paidOutPaise);
}

export function toMilestone(
  milestone: MilestoneRow,
  side: Side,
  job: JobFacts,
  { waitMs, limits, suspended }: { waitMs: number; limits: PaymentLimits; suspended: Side | null },
): Omit<Milestone, 'completions' | 'division' | 'inBankPaise' | 'openOrderId' | 'receipts' | 'split'> {
  const facts = { ...toFundFacts(milestone, limits, job), suspended };
  const isOpen = isUnderWay(job.state);
  const wait = toWait(milestone);
  const releaseTime = calculateReleaseTime({ ...facts, ...wait }, waitMs);
  const change = isOpen && side === 'poster' ? decideChange({ ...facts, ...wait }) : null;
  return {
    id: milestone.id,
    position: milestone.position,
    name: milestone.name,
    amountPaise: milestone.amount_paise,
    comment: milestone.comment,
    fund: milestone.fund_state,
    work: milestone.work_state,
    onHold: milestone.on_hold,
    changedAt: milestone.changed_at.toISOString(),
    releasesAt: isOpen ? (releaseTime?.toISOString() ?? null) : null,
    askChange: change && toAbility(change),
    changesLeft: countChangesLeft(wait),
    next: isOpen ? findNextStep(side, facts) : null,
    waitingFor: isOpen ? findWaitingReason(side, facts) : null,
    whileSuspended: isOpen && suspended ? SUSPENDED_PARTY[suspended][getMilestonePhase(facts)].text : null,
  };
}

/** What cancelling would do, as this side would cancel; and who did. */
function toCancelView(
  milestones: readonly MilestoneRow[],
  side: Side,
  state: JobState,
  context: {
    chargeBps: number;
    ending: JobEndingRow | null;
    foreseen: ForeseenCancellation;
    releasedPaise: number;
  },
): Omit<Contract['cancel'], 'counts'> {
  const ending = context.ending && {
    side: context.ending.side,
    comment: context.ending.comment,
    at: context.ending.started_at.toISOString(),
  };
  if (!isUnderWay(state) || state === 'ending') {
    const reason = state === 'ending' ? 'contracts.job_ending' : 'contracts.job_closed';
    return { ability: { allowed: false, reason }, plan: null, ending, foreseen: null };
  }
  const facts = markFee(milestones.map(toCancelFacts), context.foreseen);
  const plan = planCancellation(facts, { side, chargeBps: context.chargeBps });
  if (context.foreseen.isClaimed)
    return {
      ability: { allowed: false, reason: 'contracts.cancel_claim_open' },
      plan: null,
      ending,
      foreseen: null,
    };
  return {
    ability: endsAnything(plan) ? { allowed: true } : { allowed: false, reason: 'contracts.cancel_nothing' },
    plan: toCancelPlan(plan, context.releasedPaise),
    ending,
    foreseen: context.foreseen.effect,
  };
}

export function toSharedFields(
  row: AwardedJobRow,
  side: Side,
  people: Map<number, PersonRow>,
  withMobiles: boolean,
): Omit<
  Contract,
  'description' | 'milestones' | 'refundChargeBps' | 'finishBy' | 'change' | 'cancel' | 'rating' | 'review'
> {
  return {
    jobId: row.job_id,
    jobNumber: row.number,
    title: row.title,
    location: row.location,
    latitude: row.latitude,
    longitude: row.longitude,
    skills: row.skills,
    state: row.state,
    awardedAt: row.awarded_at.toISOString(),
    closesOn: row.closes_on,
    term: row.term,
    totalPaise: row.total_paise,
    side,
    poster: toPerson(people, row.poster_id, withMobiles),
    worker: toPerson(people, row.worker_id, withMobiles),
    suspended: findSuspendedSide(row, side, people),
  };
}

function toPerson(people: Map<number, PersonRow>, id: number, withMobile: boolean): Person {
  const person = people.get(id);
  if (!person) throw new Error(`party ${id} of a contract is gone`);
  return {
    id,
    name: person.name,
    image: person.image,
    skills: person.skills,
    rating: person.rating,
    completedProjects: person.completedProjects,
    verified: person.identity === 'verified',
    mobile: withMobile ? person.mobile : null,
  };
}

type TurnColumns = Parameters<typeof toFundFacts>[0] &
  Pick<MilestoneRow, 'comment' | 'payment_requested_at' | 'wait_left_ms'>;

interface TurnContext {
  waitMs: number;
  limits: PaymentLimits;
  job: JobFacts;
  suspended: Side | null;
  /** The open split of the milestone. */
  split?: Pick<SplitRow, 'side' | 'due_at'> | undefined;
}

/** What decides whose turn a milestone is. */
export function toTurnFacts(
  milestone: TurnColumns,
  { waitMs, limits, suspended, job, split }: TurnContext,
): TurnFacts {
  const facts = { ...toFundFacts(milestone, limits, job), suspended };
  return {
    ...facts,
    amountPaise: milestone.amount_paise,
    changeAsked: milestone.comment !== '',
    releasesAt: calculateReleaseTime(
      { ...facts, requestedAt: milestone.payment_requested_at, leftMs: milestone.wait_left_ms },
      waitMs,
    ),
    split: toSplitTurn(milestone, split),
  };
}
