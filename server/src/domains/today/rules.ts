import type { Side, TurnTask } from '@fws/contract/contracts/model';
import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import { WITHDRAWAL_MIN_PAISE } from '@fws/contract/platform/limits';
import { QUOTE_REMINDER_DAYS } from '@fws/contract/quotes/model';
import { TODAY_MAX, WAITING_KINDS, type TodayKind, type WaitingKind } from '@fws/contract/today/model';
import type { Today, TodayItem } from '@fws/contract/today/schemas';
import { getOtherSide, listTurns, type TurnFacts } from '../contracts/index.ts';
import { calculateLapseTime } from '../quotes/index.ts';
import { EMPTY_ITEM, type Findings } from './findings.ts';
import {
  findInChange,
  findInInvitation,
  findInRepeat,
  findInReview,
  type TodayChange,
  type TodayInvitation,
  type TodayRepeat,
  type TodayReview,
} from './proposals.ts';
import { findInVisit, isStartedByVisit, type TodayVisit } from './visits.ts';

export interface TodayMilestone extends TurnFacts {
  id: number;
  position: number;
  /** The reader's. */
  side: Side;
  jobId: number;
  jobNumber: string;
  otherName: string;
}

export interface TodayDispute {
  id: number;
  jobId: number;
  jobNumber: string;
  side: Side;
  otherName: string;
  isRaisedByReader: boolean;
  hasAnswered: boolean;
  documentsDueAt: Date;
  reviewDueAt: Date;
  heldPaise: number;
  position: number | null;
}

export interface TodayQuote {
  /** `asked`: the poster wants another. */
  kind: 'received' | 'sent' | 'asked';
  jobId: number;
  jobNumber: string;
  quoteId: number | null;
  otherName: string;
  count: number;
  amountPaise: number;
  sentAt: Date;
}

export interface TodayFacts {
  milestones: readonly TodayMilestone[];
  disputes: readonly TodayDispute[];
  changes: readonly TodayChange[];
  quotes: readonly TodayQuote[];
  invitations: readonly TodayInvitation[];
  repeats: readonly TodayRepeat[];
  reviews: readonly TodayReview[];
  visits: readonly TodayVisit[];
  /** `freePaise`: of the balance, what neither rests nor is on hold. */
  wallet: { balancePaise: number; freePaise: number; identity: IdentityState; isStopped: boolean };
}

const DAY_MS = 24 * 3600_000;
/** What is due this soon comes before everything else. */
const URGENT_MS = 2 * DAY_MS;

/**
 * Without a date that is near, the order is what is at stake: money that somebody else waits for and that the reader can
 * ask for, money that may be lost, money that lets work begin, the reader's own money, then work.
 */
const TIERS: Record<TodayKind, number> = {
  released: 1,
  accepted: 1,
  answer_split: 1,
  answer_change: 3,
  propose_split: 2,
  payment_requested: 1,
  go_to_visit: 1,
  open_door: 1,
  answer_visit: 1,
  answer_dispute: 2,
  send_documents: 2,
  answer_quotes: 3,
  revise_quote: 3,
  answer_repeat: 3,
  funded: 3,
  withdraw: 4,
  verify_identity: 4,
  change: 5,
  started: 5,
  completed: 6,
  answer_invitation: 7,
  quote_lapses: 7,
  write_review: 8,
};

/** Nothing is lost when their date passes. */
const MAY_LAPSE: ReadonlySet<TodayKind> = new Set<TodayKind>([
  'quote_lapses',
  'answer_invitation',
  'write_review',
]);

export function decideToday(facts: TodayFacts, now: Date): Today {
  const findings = [
    ...groupByJob(facts.milestones).map((milestones) => findInJob(milestones, facts.visits)),
    ...facts.disputes.map((dispute) => findInDispute(dispute, now)),
    ...facts.changes.map(findInChange),
    ...facts.quotes.map((quote) => findInQuotes(quote, now)),
    ...facts.invitations.map(findInInvitation),
    ...facts.repeats.map(findInRepeat),
    ...facts.reviews.map(findInReview),
    ...facts.visits.map((visit) => findInVisit(visit, now)),
    findInWallet(facts.wallet),
  ];
  const items = findings
    .flatMap((finding) => finding.items)
    .filter(({ kind, milestoneId }) => !isStartedByVisit(kind, milestoneId, facts.visits));
  const [waiting, ...moreWaiting] = findings
    .flatMap((finding) => finding.waiting)
    .toSorted((a, b) => rankWaiting(a.kind) - rankWaiting(b.kind) || compareStakes(a, b));
  return {
    items: items
      .toSorted((a, b) => getTier(a, now) - getTier(b, now) || compareStakes(a, b))
      .slice(0, TODAY_MAX),
    waiting: waiting ?? null,
    waitingMore: moreWaiting.length,
  };
}

function getTier({ kind, dueAt }: TodayItem, now: Date): number {
  const isUrgent = dueAt !== null && Date.parse(dueAt) - now.getTime() <= URGENT_MS;
  return isUrgent && !MAY_LAPSE.has(kind) ? 0 : TIERS[kind];
}

const rankWaiting = (kind: WaitingKind) => WAITING_KINDS.indexOf(kind);

/** Earlier first; without a date last. Then the larger amount first. */
function compareStakes(
  a: Pick<TodayItem, 'dueAt' | 'amountPaise'>,
  b: Pick<TodayItem, 'dueAt' | 'amountPaise'>,
): number {
  const [dueA, dueB] = [a, b].map(({ dueAt }) => (dueAt === null ? Infinity : Date.parse(dueAt)));
  if (dueA !== undefined && dueB !== undefined && dueA !== dueB) return dueA - dueB;
  return (b.amountPaise ?? 0) - (a.amountPaise ?? 0);
}

function groupByJob(milestones: readonly TodayMilestone[]): TodayMilestone[][] {
  const jobs = new Map<number, TodayMilestone[]>();
  for (const milestone of milestones)
    jobs.set(milestone.jobId, [...(jobs.get(milestone.jobId) ?? []), milestone]);
  return [...jobs.values()];
}

const formatTime = (time: Date | null): string | null => time?.toISOString() ?? null;

const isSplit = (task: TurnTask): boolean => task === 'answer_split' || task === 'propose_split';

/** `milestones`: those of one job, all with the same side. */
function findInJob(milestones: readonly TodayMilestone[], visits: readonly TodayVisit[]): Findings {
  const [first] = milestones;
  if (!first) return { items: [], waiting: [] };
  const { side, jobId, jobNumber, otherName: name } = first;
  const items = listTurns(side, milestones).map(({ task, milestone }): TodayItem => ({
    ...EMPTY_ITEM,
    kind: task,
    side,
    jobId,
    jobNumber,
    milestoneId: milestone.id,
    position: milestone.position,
    amountPaise: milestone.amountPaise,
    // A date matters only to the one who can still answer.
    dueAt: formatTime(isSplit(task) ? (milestone.split?.dueAt ?? null) : milestone.releasesAt),
    name,
  }));
  const [theirs] = items.length === 0 ? listTurns(getOtherSide(side), milestones) : [];
  if (!theirs || isStartedByVisit(theirs.task, theirs.milestone.id, visits)) return { items, waiting: [] };
  const { task, milestone } = theirs;
  const theirKind =
    task === 'funded' ? 'funding' : isSplit(task) ? 'split' : side === 'poster' ? 'work' : 'payment';
  return {
    items,
    waiting: [
      {
        kind: theirKind,
        jobNumber,
        amountPaise: milestone.amountPaise,
        dueAt: formatTime(isSplit(task) ? (milestone.split?.dueAt ?? null) : milestone.releasesAt),
        name,
      },
    ],
  };
}

function findInDispute(dispute: TodayDispute, now: Date): Findings {
  const { jobNumber, heldPaise: amountPaise } = dispute;
  if (dispute.hasAnswered || now > dispute.documentsDueAt) {
    const dueAt = dispute.reviewDueAt.toISOString();
    return { items: [], waiting: [{ kind: 'dispute', jobNumber, amountPaise, dueAt, name: null }] };
  }
  const item: TodayItem = {
    ...EMPTY_ITEM,
    kind: dispute.isRaisedByReader ? 'send_documents' : 'answer_dispute',
    side: dispute.side,
    jobId: dispute.jobId,
    jobNumber,
    position: dispute.position,
    disputeId: dispute.id,
    amountPaise,
    dueAt: dispute.documentsDueAt.toISOString(),
    name: dispute.otherName,
  };
  return { items: [item], waiting: [] };
}

function findInQuotes(quote: TodayQuote, now: Date): Findings {
  const { jobId, jobNumber, quoteId, amountPaise, otherName } = quote;
  const dueAt = calculateLapseTime(quote.sentAt).toISOString();
  const shared = { ...EMPTY_ITEM, jobId, jobNumber, quoteId, amountPaise, dueAt };
  if (quote.kind === 'received') {
    const name = quote.count === 1 ? otherName : null;
    const item = {
      ...shared,
      kind: 'answer_quotes' as const,
      side: 'poster' as const,
      count: quote.count,
      name,
    };
    return { items: [item], waiting: [] };
  }
  if (quote.kind === 'asked')
    return { items: [{ ...shared, kind: 'revise_quote', side: 'worker', name: otherName }], waiting: [] };
  if (now.getTime() - quote.sentAt.getTime() < QUOTE_REMINDER_DAYS * DAY_MS)
    return { items: [], waiting: [{ kind: 'quote', jobNumber, amountPaise, dueAt, name: otherName }] };
  return { items: [{ ...shared, kind: 'quote_lapses', side: 'worker', name: otherName }], waiting: [] };
}

function findInWallet({ balancePaise, freePaise, identity, isStopped }: TodayFacts['wallet']): Findings {
  const amountPaise = identity === 'verified' ? freePaise : balancePaise;
  if (amountPaise < WITHDRAWAL_MIN_PAISE || isStopped) return { items: [], waiting: [] };
  if (identity === 'pending')
    return {
      items: [],
      waiting: [{ kind: 'identity', jobNumber: null, amountPaise, dueAt: null, name: null }],
    };
  const kind = identity === 'verified' ? 'withdraw' : 'verify_identity';
  return { items: [{ ...EMPTY_ITEM, kind, amountPaise }], waiting: [] };
}
