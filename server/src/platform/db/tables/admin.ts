import type { ColumnType, Generated } from 'kysely';
import type { StatementLine } from '@fws/contract/admin/restore/statement';
import type { Role } from '@fws/contract/platform/permissions';

export interface AdminMemberTable {
  user_id: number;
  role: Role;
  totp_secret: Buffer | null;
  totp_set_at: Date | null;
  totp_last_step: Generated<number>;
  offered_secret: Generated<Buffer | null>;
  appointed_at: Date;
}

export interface AdminSessionTable {
  session_id: number;
  user_id: number;
  entered_at: Date;
  seen_at: Date;
  confirmed_at: Date;
}

export interface ImpersonationTable {
  token_hash: Buffer;
  session_id: number;
  user_id: number;
  ends_at: Date;
}

export type AuditDetails = Record<string, string | number | boolean | null>;

export interface AuditLogTable {
  id: Generated<number>;
  admin_id: number | null;
  act: string;
  subject: string;
  subject_id: string;
  reason: Generated<string>;
  details: ColumnType<AuditDetails, string, never>;
  at: Date;
}

/** `command` is executed, as `act`, once a second person approves. */
export interface AdminApprovalTable {
  id: Generated<number>;
  act: 'dispute_settled' | 'case_decided' | 'payouts_reopened';
  subject_id: number;
  command: ColumnType<object, string, never>;
  amount_paise: number;
  reason: string;
  asked_by: number;
  asked_at: Date;
  state: Generated<'waiting' | 'approved' | 'declined'>;
  decided_by: Generated<number | null>;
  decided_at: Generated<Date | null>;
}

/** Computed by a task; `result` depends on the kind. */
export interface BooksRunTable {
  id: Generated<number>;
  kind: 'measures' | 'invariants' | 'trial_balance' | 'reconciliation' | 'after_restore';
  asked_by: number | null;
  asked_at: Date;
  finished_at: Generated<Date | null>;
  result: ColumnType<unknown, never, string>;
  /** The statement lines that a person uploaded for comparison. */
  statement: ColumnType<StatementLine[] | null, string | null | undefined, never>;
}

/** Append-only. */
export interface SettingChangeTable {
  id: Generated<number>;
  key: string;
  value: ColumnType<number, number, never>;
  effective_at: Date;
  set_by: number;
  set_at: Date;
  reason: string;
}
