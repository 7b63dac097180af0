import type { ColumnType, Generated } from 'kysely';
import type { InvitationState } from '@fws/contract/invitations/lifecycle';
import { BY_USER, byJob, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  invitation: {
    place: byJob(),
    columns: {
      plain: 'id job_id worker_id filter_version state sent_at decided_at declined_at',
      words: 'note masked',
    },
  },
  invitation_mute: {
    place: BY_USER,
    columns: {
      plain: 'user_id muted_at',
      personal: 'poster_id',
    },
  },
  invitation_mute_all: {
    place: BY_USER,
    columns: { plain: 'user_id muted_at' },
  },
};

export interface InvitationTable {
  id: Generated<number>;
  job_id: number;
  worker_id: number;
  note: string;
  masked: ColumnType<[note: string] | null, string | null, string | null>;
  filter_version: number;
  state: Generated<InvitationState>;
  sent_at: Date;
  decided_at: Generated<Date | null>;
  declined_at: Generated<Date | null>;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    invitation: InvitationTable;
    invitation_mute: { user_id: number; poster_id: number; muted_at: Date };
    invitation_mute_all: { user_id: number; muted_at: Date };
  }
}
