import type { ColumnType, Generated } from 'kysely';
import type { Role } from '@fws/contract/platform/permissions';

export interface AdminMemberTable {
  user_id: number;
  role: Role;
  totp_secret: Buffer | null;
  totp_set_at: Date | null;
  totp_last_step: Generated<number>;
  appointed_at: Date;
}

export interface AdminSessionTable {
  token_hash: Buffer;
  user_id: number;
  entered_at: Date;
  seen_at: Date;
  confirmed_at: Date;
}

export type AuditDetails = Record<string, string | number | boolean | null>;

export interface AuditActTable {
  id: Generated<number>;
  admin_id: number | null;
  act: string;
  subject: string;
  subject_id: string;
  reason: Generated<string>;
  details: ColumnType<AuditDetails, string, never>;
  at: Date;
}
