import type { ColumnType, Generated } from 'kysely';
import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import type { SplitState } from '@fws/contract/contracts/splitting/lifecycle';
import type { DisputeOrigin, Ending, IssueType } from '@fws/contract/disputes/model';
import type { DisputeState } from '@fws/contract/disputes/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { ReviewState } from '@fws/contract/reviews/lifecycle';
import type { Waiver } from '@fws/contract/reliability/model';
import type { UncountedReason } from '@fws/contract/reviews/model';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { AlertFrequency } from '@fws/contract/search/model';
import type { StateColumn } from './state-column.ts';

/** Why FWS withholds a job or a quote. */
export type HoldReason = 'taken_down' | 'change_asked' | 'waiting';

/** What all but the poster and the awarded worker read. */
export interface MaskedJobTexts {
  title: string;
  description: string;
  skills: string[];
}

export interface JobTable {
  id: Generated<number>;
  number: Generated<number>;
  poster_id: number;
  category_id: number;
  title: string;
  description: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  skills: string[];
  take_work_on: string;
  closes_on: string;
  payment_term: PaymentTerm;
  budget_kind: 'fixed' | 'range';
  budget_from_paise: number;
  budget_to_paise: number;
  state: StateColumn<JobState>;
  verified_at: Date | null;
  reviewed_at: Generated<Date | null>;
  reviewed_by: Generated<number | null>;
  quotes_received: Generated<number>;
  attachment_id: string | null;
  posted_at: Date;
  location_search: ColumnType<string, never, never>;
  unlisted: Generated<boolean>;
  public_place: Generated<string | null>;
  city: Generated<string | null>;
  held_back: Generated<HoldReason | null>;
  masked: ColumnType<MaskedJobTexts | null, string | null, string | null>;
  filter_version: Generated<number>;
}

export interface PosterRecordTable {
  poster_id: number;
  jobs_posted: Generated<number>;
  jobs_awarded: Generated<number>;
  released_paise: Generated<number>;
  quotes_answered: Generated<number>;
  answer_seconds: Generated<number | null>;
  releases: Generated<number>;
  release_seconds: Generated<number | null>;
  counted_at: Generated<Date | null>;
}

export interface SearchJobTable {
  job_id: number;
  version: number;
  change: number;
  posted_at: Date;
  closes_on: string;
  latitude: number | null;
  longitude: number | null;
  budget_from_paise: number;
  budget_to_paise: number;
  tokens: string | null;
}

/** One row: how often somebody was suspended or restored. */
export interface OfferVersionTable {
  is_only: Generated<boolean>;
  version: Generated<number>;
}

export interface SearchStateTable {
  id: Generated<number>;
  last_change: Generated<number>;
  merged_change: Generated<number>;
  generation: Generated<number>;
}

export interface SearchSegmentTable {
  id: Generated<number>;
  jobs: number;
  removed: Buffer;
  retired_at: Generated<Date | null>;
}

export interface ContractTable {
  job_id: number;
  quote_id: number;
  poster_id: number;
  worker_id: number;
  total_paise: number;
  term: PaymentTerm;
  awarded_at: Date;
  completed_at: Date | null;
  cancelled_at: Generated<Date | null>;
  /** Of a completed contract; null when it counts as a project. */
  uncounted_reason: Generated<UncountedReason | null>;
  finish_by: Generated<string | null>;
}

export interface JobEndingTable {
  job_id: number;
  by_user: number;
  side: Side;
  comment: string;
  started_at: Date;
  /** Why it is not the fault of the side; null: it is, unless its visit has an excuse. */
  waiver: Generated<Waiver | null>;
}

export interface SplitTable {
  id: Generated<number>;
  job_id: number;
  milestone_id: number;
  state: StateColumn<SplitState>;
  version: number;
  turns: Generated<number>;
  side: Side | null;
  worker_paise: number | null;
  opened_at: Date;
  due_at: Date;
  reminders: Generated<number>;
  closed_at: Generated<Date | null>;
}

export interface SplitTurnTable {
  split_id: number;
  job_id: number;
  turn: number;
  side: Side;
  worker_paise: number;
  comment: string;
  at: Date;
}

export interface RatingTable {
  job_id: number;
  by_user_id: number;
  about_user_id: number;
  /** 20 to 100, twenty per star. */
  points: number;
  comment: Generated<string>;
  rated_at: Date;
  public_id: Generated<string | null>;
  /** Null when it counts. */
  uncounted_reason: Generated<UncountedReason | null>;
  state: StateColumn<ReviewState>;
  /** Null: sealed, or given before reviews were sealed. */
  opened_at: Generated<Date | null>;
  quality: Generated<number | null>;
  on_time: Generated<number | null>;
  as_agreed: Generated<number | null>;
  manner: Generated<number | null>;
  /** The answer of the one it is about; empty: none. */
  reply: Generated<string>;
  replied_at: Generated<Date | null>;
  masked: ColumnType<[comment: string, reply: string] | null, string | null | undefined, string | null>;
  filter_version: Generated<number>;
  attachment_id: Generated<number | null>;
}

export interface MilestoneTable {
  id: Generated<number>;
  job_id: number;
  position: number;
  name: string;
  /** `visit`: the fee of a visit. */
  kind: Generated<'work' | 'visit'>;
  amount_paise: number;
  comment: Generated<string>;
  fund_state: StateColumn<FundState>;
  work_state: StateColumn<WorkState>;
  on_hold: Generated<boolean>;
  funded_at: Date | null;
  released_at: Date | null;
  /** When payment was requested or the last hold ended since then. */
  payment_requested_at: Date | null;
  /** What the poster had left to answer then or, while the clock stands still, has left; null: the whole period. */
  wait_left_ms: Generated<number | null>;
  /** What the ends of holds added to it. */
  wait_added_ms: Generated<number>;
  change_requests: Generated<number>;
  reminded_at: Generated<Date | null>;
  changed_at: Date;
}

export interface MilestoneCompletionTable {
  id: Generated<number>;
  milestone_id: number;
  job_id: number | null;
  round: number;
  note: string;
  completed_at: Date;
}

export interface SharedJobTable {
  id: Generated<number>;
  job_id: number;
  from_id: number;
  to_id: number;
  shared_at: Date;
  thumbs_up_at: Date | null;
}

export interface SavedSearchTable {
  id: Generated<number>;
  user_id: number;
  search: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  radius_km: number | null;
  category_id: number | null;
  budget_from_paise: number | null;
  budget_to_paise: number | null;
  closes_within_days: number | null;
  frequency: AlertFrequency;
  created_at: Date;
  label: string;
  centre_latitude: number | null;
  centre_longitude: number | null;
  digest: string;
  alert_keys: string[];
}

export interface SearchAlertTable {
  user_id: number;
  job_id: number;
  search_id: number | null;
  found_at: Date;
  told_at: Date | null;
}

export interface DisputeTable {
  id: Generated<number>;
  job_id: number;
  raised_by: number;
  against: number;
  issue: IssueType;
  details: string;
  state: StateColumn<DisputeState>;
  ending: Ending | null;
  raised_at: Date;
  documents_due_at: Date;
  review_due_at: Date;
  closed_at: Date | null;
  settled_by: number | null;
  reason: string | null;
  origin: Generated<DisputeOrigin>;
  /** It holds nothing of what its side withdrew a dispute about before, until a person has looked at it. */
  waits_for_fws: Generated<boolean>;
}

export interface DisputeMilestoneTable {
  job_id: number;
  dispute_id: number;
  milestone_id: number;
  lifted_at: Generated<Date | null>;
}
