import {
  POINTS_PER_STAR,
  type Contract,
  type ContractSummary,
  type Milestone,
  type Person,
  type Side,
} from '@fws/contract/contracts/model';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { JobState } from '@fws/contract/jobs/process';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { peopleByIds, type PersonRow } from '../profile/index.ts';
import { decideCancel } from './cancel-rules.ts';
import { askedCancellation } from './cancel-store.ts';
import { cancelFactsOf } from './cancelling.ts';
import { releasesAt, waitOf } from './deadlines.ts';
import { factsOf } from './milestones.ts';
import { liveOrderIds } from './order-store.ts';
import { abilityOf, isUnderWay, maySeeMobiles, nextStep, sideOf } from './policy.ts';
import { mayRate, pointsGiven } from './ratings.ts';
import { decideChange, matchPaidOut, waitingFor } from './rules.ts';
import {
  awardedJob,
  earningsOf,
  listAwardedJobs,
  milestonesOf,
  type AwardedJobRow,
  type MilestoneRow,
} from './store.ts';

/** One awarded job as its poster or its worker sees it; `not_found` for anybody else. */
export async function readContract(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  jobId: number,
  callerId: number,
): Promise<Outcome<Contract>> {
  const row = await awardedJob(db, jobId);
  const side = row && sideOf(row, callerId);
  if (!side) return refuse('not_found', 'contracts.not_found');
  const milestones = await milestonesOf(db, jobId);
  const people = await peopleByIds(db, [row.poster_id, row.worker_id]);
  const orders: Map<number, string> =
    side === 'poster' ? await liveOrderIds(db, idsOf(milestones)) : new Map();
  const inBank = side === 'worker' ? await inBankOf(db, row.worker_id) : new Map<number, number>();
  const waitMs = waitOf(config.autoReleaseMs, row.in_person);
  const points = await pointsGiven(db, jobId, callerId);
  return done({
    ...common(row, side, people, maySeeMobiles(milestones)),
    description: row.description,
    refundChargeBps: config.refundChargeBps,
    cancel: cancelShown(milestones, side, row.state, {
      chargeBps: config.refundChargeBps,
      asked: isUnderWay(row.state) ? await askedCancellation(db, jobId) : null,
    }),
    rating: {
      given: points === null ? null : points / POINTS_PER_STAR,
      ability: mayRate({
        hasRelease: milestones.some((milestone) => milestone.released_at !== null),
        hasRated: points !== null,
      }),
    },
    milestones: milestones.map((milestone) => ({
      ...shown(milestone, side, row.state, waitMs),
      inBankPaise: inBank.get(milestone.id) ?? 0,
      openOrderId: orders.get(milestone.id) ?? null,
    })),
  });
}

const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

async function inBankOf(db: Db | Tx, workerId: number): Promise<Map<number, number>> {
  const { released, paidOutPaise } = await earningsOf(db, workerId);
  return matchPaidOut(released, paidOutPaise);
}

function shown(
  milestone: MilestoneRow,
  side: Side,
  state: JobState,
  waitMs: number,
): Omit<Milestone, 'inBankPaise' | 'openOrderId'> {
  const facts = factsOf(milestone);
  const isOpen = isUnderWay(state);
  const releases = releasesAt({ ...facts, requestedAt: milestone.payment_requested_at }, waitMs);
  const change = isOpen && side === 'poster' ? decideChange(facts) : null;
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
    releasesAt: isOpen ? (releases?.toISOString() ?? null) : null,
    askChange: change && abilityOf(change),
    next: isOpen ? nextStep(side, facts) : null,
    waitingFor: isOpen ? waitingFor(side, facts) : null,
  };
}

/** What cancelling would do, for both sides: a worker who is asked to agree must see it too. */
function cancelShown(
  milestones: readonly MilestoneRow[],
  side: Side,
  state: JobState,
  known: { chargeBps: number; asked: { comment: string; asked_at: Date } | null },
): Contract['cancel'] {
  const { asked } = known;
  const shownAsked = asked && { comment: asked.comment, at: asked.asked_at.toISOString() };
  if (!isUnderWay(state))
    return { ability: { allowed: false, reason: 'contracts.job_closed' }, plan: null, asked: null };
  const decision = decideCancel(milestones.map(cancelFactsOf), known.chargeBps);
  if (decision.kind === 'refused')
    return { ability: { allowed: false, reason: decision.code }, plan: null, asked: shownAsked };
  const { way, refundPaise, chargePaise, releasePaise } = decision.plan;
  return {
    ability: side === 'poster' ? { allowed: true } : { allowed: false, reason: 'common.not_allowed' },
    plan: { way, refundPaise, chargePaise, releasePaise },
    asked: shownAsked,
  };
}

function common(
  row: AwardedJobRow,
  side: Side,
  people: Map<number, PersonRow>,
  withMobiles: boolean,
): Omit<Contract, 'description' | 'milestones' | 'refundChargeBps' | 'cancel' | 'rating'> {
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
    poster: personOf(people, row.poster_id, withMobiles),
    worker: personOf(people, row.worker_id, withMobiles),
  };
}

function personOf(people: Map<number, PersonRow>, id: number, withMobile: boolean): Person {
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

export interface ContractList extends PageAsked {
  side: Side;
  callerId: number;
  /** Null for all. */
  states: readonly JobState[] | null;
}

/** The lists "Projects Awarded" and "Jobs I'm doing", newest award first. */
export async function listContracts(db: Db, asked: ContractList): Promise<Outcome<Page<ContractSummary>>> {
  const { side, callerId, states, limit } = asked;
  const after = asked.cursor === null ? null : decodeTimeCursor(asked.cursor);
  if (asked.cursor !== null && !after) return refuse('malformed', 'common.cursor_invalid');
  const rows = await listAwardedJobs(db, { side, userId: callerId, states, after, limit: limit + 1 });
  const page = pageOf(rows, limit, (row) => [row.awarded_at.toISOString(), row.job_id]);
  const parties = new Set(page.rows.flatMap((row) => [row.poster_id, row.worker_id]));
  const people = await peopleByIds(db, [...parties]);
  return done({
    items: page.rows.map((row) => ({
      ...common(row, side, people, row.ever_funded),
      milestoneCount: row.milestone_count,
      releasedCount: row.released_count,
      heldPaise: row.held_paise,
      releasedPaise: row.released_paise,
    })),
    nextCursor: page.nextCursor,
  });
}
