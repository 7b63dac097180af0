import type { Generated } from 'kysely';
import type { Side } from '@fws/contract/contracts/model';
import type { ContestState } from '@fws/contract/reliability/lifecycle';
import type { JobOutcome, OutcomeReason } from '@fws/contract/reliability/model';
import type { StateColumn } from '../../platform/db/tables/state-column.ts';
import { BY_USER, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  job_outcome: {
    place: BY_USER,
    columns: {
      plain: `user_id job_id id side awarded_at outcome reason written_at state contested_at contest_due_at decided_by
        decided_at`,
      words: 'contest_text words',
    },
  },
};

export interface JobOutcomeTable {
  user_id: number;
  job_id: number;
  id: Generated<number>;
  side: Side;
  awarded_at: Date;
  outcome: JobOutcome;
  reason: OutcomeReason;
  written_at: Date;
  state: StateColumn<ContestState>;
  contest_text: Generated<string>;
  contested_at: Generated<Date | null>;
  contest_due_at: Generated<Date | null>;
  words: Generated<string>;
  decided_by: Generated<number | null>;
  decided_at: Generated<Date | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    job_outcome: JobOutcomeTable;
  }
}
