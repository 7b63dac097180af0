import type { Generated } from 'kysely';
import { byJob, type Tables } from '../../platform/tables.ts';

/** As long as the lines of the contract between them, which are read from the history of states. */
const MONTHS_KEPT = 96;

export const TABLES: Tables = {
  conversation: {
    place: byJob(),
    columns: {
      plain: `job_id worker_id poster_id id last_number last_at poster_read worker_read poster_unread
        worker_unread notify_at notified_at masked_version started_at poster_muted worker_muted poster_archived worker_archived`,
    },
  },
  message: {
    place: byJob(),
    months: { orderBy: ['job_id', 'worker_id', 'number'], minimumAgeMonths: MONTHS_KEPT },
    columns: {
      plain:
        'job_id worker_id number sender_id client_id filter_version sent_at taken_down_at attachment_id edited_at taken_back_at',
      words: 'text masked',
    },
  },
  message_key: {
    place: byJob(),
    columns: {
      plain: 'job_id worker_id sender_id client_id number sent_at',
    },
  },
  message_version: {
    place: byJob(),
    months: { orderBy: ['job_id', 'worker_id', 'number', 'id'], minimumAgeMonths: MONTHS_KEPT },
    columns: { plain: 'job_id worker_id number id replaced_at', words: 'text' },
  },
  job_question: {
    place: byJob(),
    columns: {
      plain: 'job_id id worker_id number asked_at answer_number answered_at is_public',
    },
  },
};

export interface MessageKeyTable {
  job_id: number;
  worker_id: number;
  sender_id: number;
  client_id: string;
  number: number;
  sent_at: Date;
}

export interface MessageVersionTable {
  job_id: number;
  worker_id: number;
  number: number;
  id: Generated<number>;
  text: string;
  replaced_at: Date;
}

export interface QuestionTable {
  job_id: number;
  id: Generated<number>;
  worker_id: number;
  number: number;
  asked_at: Date;
  answer_number: Generated<number | null>;
  answered_at: Generated<Date | null>;
  is_public: Generated<boolean>;
}

export interface ConversationTable {
  job_id: number;
  worker_id: number;
  poster_id: number;
  id: Generated<number>;
  last_number: Generated<number>;
  last_at: Date;
  started_at: Generated<Date>;
  poster_read: Generated<number>;
  worker_read: Generated<number>;
  poster_unread: Generated<number>;
  worker_unread: Generated<number>;
  notify_at: Generated<Date | null>;
  notified_at: Generated<Date | null>;
  masked_version: Generated<number>;
  poster_muted: Generated<boolean>;
  worker_muted: Generated<boolean>;
  poster_archived: Generated<boolean>;
  worker_archived: Generated<boolean>;
}

export interface MessageTable {
  job_id: number;
  worker_id: number;
  number: number;
  sender_id: number;
  client_id: string;
  text: string;
  masked: string | null;
  filter_version: number;
  sent_at: Date;
  taken_down_at: Generated<Date | null>;
  edited_at: Generated<Date | null>;
  taken_back_at: Generated<Date | null>;
  attachment_id: Generated<number | null>;
}
declare module '../../platform/db/tables.ts' {
  interface Database {
    conversation: ConversationTable;
    message: MessageTable;
    message_key: MessageKeyTable;
    message_version: MessageVersionTable;
    job_question: QuestionTable;
  }
}
