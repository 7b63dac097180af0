import type { ColumnType, Generated } from 'kysely';
import type {
  AppealDecision,
  ChangeState,
  ContentType,
  ReportDecision,
  ReportReason,
} from '@fws/contract/safety/model';
import type { KeptMessage } from '@fws/contract/admin/reports/schemas';
import type { ContentText } from '../../platform/content.ts';
import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  report_case: {
    place: COORDINATOR,
    columns: {
      plain: `id subject_type subject_id author_id harm reason opened_at due_at waits_until decision decided_by
        decided_at appealed_at appeal_due_at appeal_decision appeal_decided_by appeal_decided_at change_state changed_at photo_ids kept_file_ids
        path`,
      words: 'title snapshot words appeal_text appeal_words',
    },
  },
  report: {
    place: COORDINATOR,
    columns: {
      plain: 'id case_id reporter_id locale reason reported_at due_at',
      personal: 'reply_to',
      words: 'details snapshot messages',
    },
  },
};

type Texts = ColumnType<ContentText[], string, string>;

export interface ReportCaseTable {
  id: Generated<number>;
  subject_type: ContentType;
  subject_id: string;
  author_id: number;
  title: string;
  snapshot: Texts;
  photo_ids: string[];
  kept_file_ids: Generated<string[]>;
  path: string | null;
  harm: number;
  reason: ReportReason;
  opened_at: Date;
  due_at: Date;
  waits_until: Date | null;
  decision: Generated<ReportDecision | null>;
  words: Generated<string>;
  decided_by: Generated<number | null>;
  decided_at: Generated<Date | null>;
  appeal_text: Generated<string>;
  appealed_at: Generated<Date | null>;
  appeal_due_at: Generated<Date | null>;
  appeal_decision: Generated<AppealDecision | null>;
  appeal_words: Generated<string>;
  appeal_decided_by: Generated<number | null>;
  appeal_decided_at: Generated<Date | null>;
  change_state: Generated<ChangeState | null>;
  changed_at: Generated<Date | null>;
}

export interface ReportTable {
  id: Generated<number>;
  case_id: number;
  reporter_id: number | null;
  reply_to: Generated<string>;
  locale: 'en' | 'hi';
  reason: ReportReason;
  details: string;
  snapshot: Texts;
  messages: ColumnType<KeptMessage[] | null, string | null, string | null>;
  reported_at: Date;
  due_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    report_case: ReportCaseTable;
    report: ReportTable;
  }
}
