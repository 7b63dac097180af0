import type { Side } from '@fws/contract/contracts/model';
import type { TodayItem } from '@fws/contract/today/schemas';
import { calculateLapseTime } from '../invitations/index.ts';
import { calculateAnswerTime } from '../repeats/index.ts';
import { EMPTY_ITEM, type Findings } from './findings.ts';

// What one side has proposed to the other, who has not answered yet.

/** A change of the plan that waits for an answer. */
export interface TodayChange {
  jobId: number;
  jobNumber: string;
  /** The reader's. */
  side: Side;
  otherName: string;
  isOwn: boolean;
  /** What the whole job would cost. */
  totalPaise: number;
  dueAt: Date;
}

/** An invitation to the reader that waits. */
export interface TodayInvitation {
  jobId: number;
  jobNumber: string;
  posterName: string;
  sentAt: Date;
  closesOn: string;
}

/** Dates that the reader has been asked to agree to. */
export interface TodayRepeat {
  jobId: number;
  jobNumber: string;
  otherName: string;
  count: number;
  amountPaise: number;
  proposedAt: Date;
}

/** A job that has ended, of which the reader has not said how it was. */
export interface TodayReview {
  jobId: number;
  jobNumber: string;
  /** The reader's. */
  side: Side;
  otherName: string;
  dueAt: Date;
}

export function findInChange(change: TodayChange): Findings {
  const { jobId, jobNumber, side, totalPaise: amountPaise, otherName: name } = change;
  const dueAt = change.dueAt.toISOString();
  return change.isOwn
    ? { items: [], waiting: [{ kind: 'change', jobNumber, amountPaise, dueAt, name }] }
    : {
        items: [{ ...EMPTY_ITEM, kind: 'answer_change', side, jobId, jobNumber, amountPaise, dueAt, name }],
        waiting: [],
      };
}

export function findInInvitation({
  jobId,
  jobNumber,
  posterName,
  sentAt,
  closesOn,
}: TodayInvitation): Findings {
  const item: TodayItem = {
    ...EMPTY_ITEM,
    kind: 'answer_invitation',
    side: 'worker',
    jobId,
    jobNumber,
    dueAt: calculateLapseTime(sentAt, closesOn).toISOString(),
    name: posterName,
  };
  return { items: [item], waiting: [] };
}

export function findInRepeat(repeat: TodayRepeat): Findings {
  const { jobId, jobNumber, otherName: name, count, amountPaise } = repeat;
  const dueAt = calculateAnswerTime(repeat.proposedAt).toISOString();
  const asked = { jobId, jobNumber, name, count, amountPaise, dueAt };
  return { items: [{ ...EMPTY_ITEM, ...asked, kind: 'answer_repeat', side: 'worker' }], waiting: [] };
}

export function findInReview({ jobId, jobNumber, side, otherName: name, dueAt }: TodayReview): Findings {
  const asked = { side, jobId, jobNumber, name, dueAt: dueAt.toISOString() };
  return { items: [{ ...EMPTY_ITEM, ...asked, kind: 'write_review' }], waiting: [] };
}
