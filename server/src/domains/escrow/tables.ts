import { byJob, COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  milestone: {
    place: byJob(),
    columns: {
      plain: `id job_id position kind fund_state work_state on_hold funded_at released_at payment_requested_at
        changed_at reminded_at change_requests wait_left_ms wait_added_ms`,
      words: 'name comment',
      law: { keptFor: 'books', columns: 'amount_paise' },
    },
  },
  split: {
    place: byJob(),
    columns: {
      plain: `id job_id milestone_id state version turns side worker_paise opened_at due_at reminders
        closed_at`,
    },
  },
  split_turn: {
    place: byJob(),
    columns: {
      plain: 'split_id job_id turn side at',
      words: 'worker_paise comment',
    },
  },
  escrow_order: {
    place: COORDINATOR,
    columns: {
      plain: `id milestone_id poster_id state provider session_id attempt_status attempt_reason attempt_id
        expires_at checked_at created_at job_id`,
      law: { keptFor: 'books', columns: 'amount_paise' },
    },
  },
  payment: {
    place: COORDINATOR,
    columns: {
      plain: 'provider payment_id order_id applied last_polled_at',
      law: { keptFor: 'books', columns: 'amount_paise method bank_reference received_at' },
    },
  },
  refund: {
    place: COORDINATOR,
    columns: {
      plain: 'id order_id payment_id milestone_id state created_at finished_at tries next_check_at',
      law: { keptFor: 'books', columns: 'amount_paise reason' },
    },
  },
  chargeback: {
    place: COORDINATOR,
    columns: {
      plain: `provider chargeback_id order_id payment_id milestone_id state takings respond_by changed_at
        opened_at`,
      law: {
        keptFor: 'books',
        columns: 'amount_paise escrow_paise receivable_paise written_off_paise reason',
      },
    },
  },
  deduction: {
    place: COORDINATOR,
    columns: {
      plain: 'milestone_id rates_id',
      law: { keptFor: 'books', columns: 'gross_paise fee_paise gst_paise tds_paise welfare_paise' },
    },
  },
};
