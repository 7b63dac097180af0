import type { Contract, ContractSummary, Milestone, Person, Side } from '@fws/contract/contracts/model';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { JobState } from '@fws/contract/jobs/process';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import { peopleByIds, type PersonRow } from '../profile/index.ts';
import { factsOf } from './milestones.ts';
import { liveOrderIds } from './order-store.ts';
import { isUnderWay, maySeeMobiles, nextStep, sideOf } from './policy.ts';
import { matchPaidOut, waitingFor } from './rules.ts';
import {
  awardedJob,
  earningsOf,
  listAwardedJobs,
  milestonesOf,
  type AwardedJobRow,
  type MilestoneRow,
} from './store.ts';

/** One awarded job as its poster or its worker sees it; nobody else does. */
export async function readContract(db: Db | Tx, jobId: number, callerId: number): Promise<Outcome<Contract>> {
  const row = await awardedJob(db, jobId);
  const side = row && sideOf(row, callerId);
  if (!side) return refuse('not_found', 'contracts.not_found');
  const milestones = await milestonesOf(db, jobId);
  const people = await peopleByIds(db, [row.poster_id, row.worker_id]);
  const orders: Map<number, string> =
    side === 'poster' ? await liveOrderIds(db, idsOf(milestones)) : new Map();
  const inBank = side === 'worker' ? await inBankOf(db, row.worker_id) : new Map<number, number>();
  return done({
    ...common(row, side, people, maySeeMobiles(milestones)),
    description: row.description,
    milestones: milestones.map((milestone) => ({
      ...shown(milestone, side, row.state),
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
): Omit<Milestone, 'inBankPaise' | 'openOrderId'> {
  const facts = factsOf(milestone);
  const isOpen = isUnderWay(state);
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
    next: isOpen ? nextStep(side, facts) : null,
    waitingFor: isOpen ? waitingFor(side, facts) : null,
  };
}

function common(
  row: AwardedJobRow,
  side: Side,
  people: Map<number, PersonRow>,
  withMobiles: boolean,
): Omit<Contract, 'description' | 'milestones'> {
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

/** Projects Awarded or Jobs I'm doing, newest award first. */
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
