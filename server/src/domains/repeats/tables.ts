import type { Generated } from 'kysely';
import type { RepeatDateState, RepeatState } from '@fws/contract/repeats/lifecycle';
import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  repeat_series: {
    place: COORDINATOR,
    columns: {
      plain: 'id job_id poster_id worker_id state proposed_at changed_at',
      words: 'rule',
    },
  },
  repeat_date: {
    place: COORDINATOR,
    columns: {
      plain: 'series_id state job_id changed_at',
      words: 'day',
    },
  },
};

export interface RepeatSeriesTable {
  id: Generated<number>;
  job_id: number;
  poster_id: number;
  worker_id: number;
  rule: string;
  state: Generated<RepeatState>;
  proposed_at: Date;
  changed_at: Date;
}
export interface RepeatDateTable {
  series_id: number;
  day: string;
  state: Generated<RepeatDateState>;
  job_id: number | null;
  changed_at: Date;
}
declare module '../../platform/db/tables.ts' {
  interface Database {
    repeat_series: RepeatSeriesTable;
    repeat_date: RepeatDateTable;
  }
}
