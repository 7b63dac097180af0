import type { Generated } from 'kysely';
import type { ChangeState } from '@fws/contract/contracts/change-orders/lifecycle';
import type { PartChange, PlanPart } from '@fws/contract/contracts/change-orders/model';
import type { Side } from '@fws/contract/contracts/model';
import type { StateColumn } from './state-column.ts';
import type { Json } from './json-column.ts';

export interface ChangeOrderTable {
  job_id: number;
  id: Generated<number>;
  state: StateColumn<ChangeState>;
  side: Side;
  turns: Generated<number>;
  plan_version: number;
  opened_at: Date;
  due_at: Date;
  closed_at: Generated<Date | null>;
}

export interface ChangeOrderTurnTable {
  job_id: number;
  change_id: number;
  turn: number;
  side: Side;
  changes: Json<PartChange[]>;
  total_paise: number;
  finish_by: string | null;
  note: string;
  at: Date;
}

export interface PlanVersionTable {
  job_id: number;
  version: number;
  parts: Json<PlanPart[]>;
  total_paise: number;
  finish_by: string | null;
  change_id: number | null;
  agreed_at: Date;
}
