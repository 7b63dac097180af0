import type { Generated } from 'kysely';
import type { Side } from '@fws/contract/contracts/model';
import type { VisitEvidence } from '@fws/contract/visits/evidence';
import type { VisitState } from '@fws/contract/visits/lifecycle';
import type { Excuse, NoShowAnswer } from '@fws/contract/visits/model';
import type { StateColumn } from '../../platform/db/tables/state-column.ts';
import { byJob, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  visit: {
    place: byJob(),
    columns: {
      plain: `job_id milestone_id poster_id worker_id starts_at ends_at fee_paise agreed_at secret state changes due_at
        wrong_codes refused_codes changed_at`,
    },
  },
  visit_evidence: {
    place: byJob(),
    columns: {
      plain: 'job_id number kind side at device counter device_at seen_at answer',
      personal: 'latitude longitude excuse',
    },
  },
  visit_key: {
    place: byJob(),
    columns: { plain: 'job_id number public_key added_at replaced_at' },
  },
};

export interface VisitTable {
  job_id: number;
  milestone_id: number;
  poster_id: number;
  worker_id: number;
  starts_at: Date;
  ends_at: Date;
  fee_paise: number;
  agreed_at: Date;
  secret: Buffer;
  state: StateColumn<VisitState>;
  changes: Generated<number>;
  due_at: Generated<Date | null>;
  wrong_codes: Generated<number>;
  refused_codes: Generated<string[]>;
  changed_at: Date;
}

export interface VisitEvidenceTable {
  job_id: number;
  number: number;
  kind: VisitEvidence['kind'];
  side: Side | null;
  at: Date;
  device: string | null;
  counter: number | null;
  device_at: Date | null;
  seen_at: Date | null;
  latitude: number | null;
  longitude: number | null;
  answer: NoShowAnswer | null;
  excuse: Excuse | null;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    visit: VisitTable;
    visit_evidence: VisitEvidenceTable;
    visit_key: {
      job_id: number;
      number: number;
      public_key: string;
      added_at: Date;
      replaced_at: Generated<Date | null>;
    };
  }
}
