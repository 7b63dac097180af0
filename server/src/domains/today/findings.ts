import type { TodayItem, Waiting } from '@fws/contract/today/schemas';

/** Where one kind of fact leads: to the reader's own items, and to what others have to do. */
export interface Findings {
  items: TodayItem[];
  waiting: Waiting[];
}

export const EMPTY_ITEM = {
  side: null,
  jobId: null,
  jobNumber: null,
  milestoneId: null,
  position: null,
  quoteId: null,
  disputeId: null,
  amountPaise: null,
  count: null,
  dueAt: null,
  name: null,
} satisfies Omit<TodayItem, 'kind'>;
