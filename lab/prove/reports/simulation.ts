import { REASONS, type ReportReason } from '@fws/contract/safety/model';
import { calculateDueTime, getHarmRank, mergeReport } from '../../../server/src/domains/safety/rules.ts';
import { createRandom } from '../support/numbers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** These shares are assumptions, not measurements: change them here once the platform knows better. */
export const HABITS = {
  /** Of posts: somebody finds a reason to report. */
  reportedShare: 0.02,
  /** Further reports of the same post, on average. */
  furtherReports: 0.8,
  /** Of take-downs: the author appeals. */
  appeals: 0.2,
  /** Of reports: something is taken down. */
  takenDown: 0.45,
  /** How often each reason is given. */
  reasons: {
    money_first: 30,
    outside_payment: 20,
    not_real: 15,
    private_data: 8,
    bad_review_threat: 4,
    untrue_review: 8,
    copied: 4,
    danger: 2,
    intimate: 1,
    contact_shown: 8,
    other: 8,
    wrongly_hidden: 4,
  } satisfies Record<ReportReason, number>,
};
/** Of a person of FWS, for each case. */
export const MINUTES = { look: 4, takeDown: 5, appeal: 12 };

export interface Staffing {
  /** At every hour of the day: a deadline of one hour does not wait for the morning. */
  people: number;
}

export interface Outcome {
  posts: number;
  reports: number;
  cases: number;
  appeals: number;
  minutes: number;
  /** Cases decided after their time, by harm rank. */
  late: number;
  longestWaitHours: number;
  busyShare: number;
}

interface OpenCase {
  harm: number;
  reason: ReportReason;
  due_at: Date;
  openedAt: number;
  isAppeal: boolean;
}

/** A month of reports, decided by people who take what is due first. */
export function simulate(postsADay: number, { people }: Staffing, seed: number, days = 30): Outcome {
  const random = createRandom(seed);
  const draw = () => random();
  const arrivals = createArrivals(postsADay * days, days, draw);
  const outcome: Outcome = {
    posts: postsADay * days,
    reports: arrivals.reduce((sum, { reports }) => sum + reports.length, 0),
    cases: arrivals.length,
    appeals: 0,
    minutes: 0,
    late: 0,
    longestWaitHours: 0,
    busyShare: 0,
  };
  const freeAt = Array.from({ length: people }, () => 0);
  const waiting: OpenCase[] = [];
  const coming = arrivals.map(({ reports }) => openCase(reports)).toSorted((a, b) => a.openedAt - b.openedAt);
  while (coming.length > 0 || waiting.length > 0) {
    const person = freeAt.indexOf(Math.min(...freeAt));
    const now = Math.max(freeAt[person] ?? 0, waiting.length > 0 ? 0 : (coming[0]?.openedAt ?? 0));
    while (coming[0] && coming[0].openedAt <= now) waiting.push(coming.shift() as OpenCase);
    waiting.sort((a, b) => a.due_at.getTime() - b.due_at.getTime());
    const next = waiting.shift();
    if (!next) continue;
    const isTakenDown = !next.isAppeal && draw() < HABITS.takenDown;
    const minutes = next.isAppeal ? MINUTES.appeal : MINUTES.look + (isTakenDown ? MINUTES.takeDown : 0);
    const doneAt = now + minutes * MINUTE_MS;
    freeAt[person] = doneAt;
    outcome.minutes += minutes;
    if (doneAt > next.due_at.getTime()) outcome.late += 1;
    outcome.longestWaitHours = Math.max(outcome.longestWaitHours, (doneAt - next.openedAt) / HOUR_MS);
    if (isTakenDown && draw() < HABITS.appeals) {
      outcome.appeals += 1;
      const openedAt = doneAt + draw() * 14 * DAY_MS;
      const appeal = { ...next, isAppeal: true, openedAt, due_at: new Date(openedAt + 7 * DAY_MS) };
      coming.splice(findPlace(coming, openedAt), 0, appeal);
    }
  }
  outcome.busyShare = outcome.minutes / (people * days * 24 * 60);
  return outcome;
}

const findPlace = (coming: readonly OpenCase[], at: number): number => {
  const place = coming.findIndex(({ openedAt }) => openedAt > at);
  return place < 0 ? coming.length : place;
};

interface Arrival {
  reports: { at: number; reason: ReportReason }[];
}

function createArrivals(posts: number, days: number, draw: () => number): Arrival[] {
  const reasons = Object.entries(HABITS.reasons).flatMap(([reason, share]) =>
    Array.from({ length: share }, () => reason as ReportReason),
  );
  const drawReason = () => reasons[Math.floor(draw() * reasons.length)] ?? 'other';
  return Array.from({ length: Math.round(posts * HABITS.reportedShare) }, () => {
    const at = draw() * days * DAY_MS;
    const further = Math.floor(draw() * 2 * (HABITS.furtherReports + 0.5));
    return {
      reports: Array.from({ length: 1 + further }, (_, place) => ({
        at: at + place * draw() * 30 * MINUTE_MS,
        reason: drawReason(),
      })),
    };
  });
}

/** What the product's own rules make of the reports of one case. */
function openCase(reports: Arrival['reports']): OpenCase {
  const [first] = reports;
  if (!first) throw new Error('a case has a report');
  const opened = {
    harm: getHarmRank(first.reason),
    reason: first.reason,
    due_at: calculateDueTime(first.reason, new Date(first.at)),
  };
  const merged = reports
    .map(({ reason, at }) => ({ reason, due_at: calculateDueTime(reason, new Date(at)) }))
    .reduce<typeof opened>((reportCase, report) => mergeReport(reportCase, report), opened);
  return { ...merged, openedAt: first.at, isAppeal: false };
}

/** How many people it takes at every hour so that at most this share of the cases is late. */
export function findPeopleNeeded(postsADay: number, lateShare: number, seed: number): number {
  for (let people = 1; ; people += 1) {
    const { late, cases, appeals } = simulate(postsADay, { people }, seed);
    if (late <= lateShare * (cases + appeals)) return people;
  }
}

/** The harms with their time, for the printed assumptions. */
export const CLOCKS = Object.fromEntries(
  Object.entries(REASONS).map(([reason, { hours }]) => [reason, hours]),
);
