import type { Side } from '@fws/contract/contracts/model';
import { findFaults } from './faults.ts';
import { DAY_MS, HOUR_MS, History, type HistoryDispute, type HistoryMilestone } from './history.ts';
import { createRandom } from '../support/numbers.ts';

/**
 * What people do with a job of three parts, By Terms. These shares are assumptions, not measurements: change them here once
 * the platform knows better.
 */
export const HABITS = {
  /** Of jobs: somebody cancels at some time. */
  cancels: 0.12,
  /** Of those who cancel: the worker. */
  byWorker: 0.3,
  /** Of started milestones: somebody names a sum within the first days. */
  proposes: 0.8,
  /** Of answers to a sum: agreed, another sum, refused; the rest stay silent. */
  agrees: 0.55,
  counters: 0.25,
  refuses: 0.08,
  /** Of finished milestones: the poster asks for a change, or raises a dispute; the rest are released. */
  asksForChange: 0.1,
  disputes: 0.015,
  /** Of disputes that a party raised: withdrawn before an admin decides. */
  withdraws: 0.35,
  /** Of jobs: the side that has to answer a sum never does. */
  silent: 0.1,
  /** Of workers: the reminders reach them. */
  isReachable: 0.97,
} as const;

/** Minutes of an admin for one dispute. Named sums save the admin the question what each side wants. */
export const ADMIN_MINUTES = { withoutSums: 35, withSums: 20, withdrawn: 5 } as const;
/** Both have seven days for documents, and an admin decides within five more. */
const DECIDED_AFTER_MS = 10 * DAY_MS;

export interface SimulationResult {
  jobs: number;
  cancelled: number;
  disputes: Record<HistoryDispute['origin'], number>;
  agreed: number;
  stood: number;
  adminMinutes: number;
  faults: string[];
}

export function simulate(jobs: number, seed: number): SimulationResult {
  const random = createRandom(seed);
  const result: SimulationResult = {
    jobs,
    cancelled: 0,
    disputes: { party: 0, refused_split: 0, late_split: 0 },
    agreed: 0,
    stood: 0,
    adminMinutes: 0,
    faults: [],
  };
  for (let index = 0; index < jobs; index++) count(result, runJob(random));
  return result;
}

function count(
  result: SimulationResult,
  { history, withdrawn }: { history: History; withdrawn: number },
): void {
  if (history.endedBy !== null) result.cancelled += 1;
  for (const { origin, turns } of history.disputes) {
    result.disputes[origin] += 1;
    result.adminMinutes += turns > 0 ? ADMIN_MINUTES.withSums : ADMIN_MINUTES.withoutSums;
  }
  // What is withdrawn was counted as decided before.
  result.adminMinutes -= withdrawn * (ADMIN_MINUTES.withoutSums - ADMIN_MINUTES.withdrawn);
  result.agreed += history.milestones.filter(({ end }) => end?.how === 'agreed').length;
  result.stood += history.milestones.filter(({ end }) => end?.how === 'stood').length;
  result.faults.push(...findFaults(history));
  if (history.job === 'in_progress' || history.job === 'ending') result.faults.push('a job did not end');
}

const MOST_DAYS = 200;

function runJob(random: () => number): { history: History; withdrawn: number } {
  const history = new History([2_000_00, 6_000_00, 2_000_00]);
  history.isReachable = random() < HABITS.isReachable;
  const isSilent = random() < HABITS.silent;
  const cancelOn = random() < HABITS.cancels ? Math.floor(random() * 25) : null;
  let withdrawn = 0;
  for (let day = 0; day < MOST_DAYS && (history.job === 'in_progress' || history.job === 'ending'); day++) {
    if (day === cancelOn) history.cancel(random() < HABITS.byWorker ? 'worker' : 'poster');
    for (const milestone of history.milestones) actOn(history, milestone, { random, isSilent });
    for (const dispute of history.disputes) withdrawn += actInDispute(history, dispute, random);
    history.pass(DAY_MS / HOUR_MS);
  }
  return { history, withdrawn };
}

interface People {
  random: () => number;
  isSilent: boolean;
}

/** What happens to one milestone on one day. */
function actOn(history: History, milestone: HistoryMilestone, people: People): void {
  const { random } = people;
  const { split } = milestone;
  if (split) return actOnSplit(history, milestone, people);
  if (milestone.fund === 'unfunded' && random() < 0.5) history.moveFund(milestone, 'funded');
  else if (milestone.work === 'not_started') history.moveWork(milestone, 'started');
  else if (milestone.work === 'started') {
    if (random() < 0.25) history.moveWork(milestone, 'completed');
  } else if (milestone.work === 'completed') history.moveWork(milestone, 'payment_requested');
  else if (milestone.fund === 'funded' && random() < 0.4) actOnFinished(history, milestone, random());
}

function actOnFinished(history: History, milestone: HistoryMilestone, chance: number): void {
  if (chance < HABITS.disputes) history.raise(milestone, chance < HABITS.disputes / 2 ? 'poster' : 'worker');
  else if (chance < HABITS.disputes + HABITS.asksForChange) history.requestChange(milestone);
  else history.moveFund(milestone, 'released', true);
}

const getOther = (side: Side): Side => (side === 'poster' ? 'worker' : 'poster');

function actOnSplit(history: History, milestone: HistoryMilestone, { random, isSilent }: People): void {
  const { split, amountPaise } = milestone;
  if (!split) return;
  const sum = Math.floor(random() * amountPaise);
  if (split.side === null) {
    if (random() < HABITS.proposes)
      history.propose(milestone, random() < 0.6 ? 'poster' : 'worker', random() < 0.15 ? 0 : sum);
    return;
  }
  if (isSilent) return;
  const chance = random();
  const side = getOther(split.side);
  if (chance < HABITS.agrees) history.answer(milestone, side, 'agree', null);
  else if (chance < HABITS.agrees + HABITS.counters) history.answer(milestone, side, 'counter', sum);
  else if (chance < HABITS.agrees + HABITS.counters + HABITS.refuses)
    history.answer(milestone, side, 'refuse', null);
}

/** Answers 1 if the dispute was withdrawn. */
function actInDispute(history: History, dispute: HistoryDispute, random: () => number): number {
  if (!dispute.isOpen) return 0;
  if (history.now - dispute.openedAt >= DECIDED_AFTER_MS) {
    const amountPaise = history.milestones.find(({ id }) => id === dispute.milestoneId)?.amountPaise ?? 0;
    history.settleAsAdmin(dispute, Math.floor(random() * amountPaise));
    return 0;
  }
  const wantsOut = random() < HABITS.withdraws / 10;
  return wantsOut && history.withdraw(dispute, dispute.raisedBy) === 'done' ? 1 : 0;
}
