export const NOTIFICATION_TYPES = [
  'quote_received',
  'quote_accepted',
  'quote_not_selected',
  'quote_changed',
  'quote_cancelled',
  'quote_reminder',
  'quote_lapsed',
  'job_expired',
  'job_cancelled',
  'milestone_funded',
  'payment_received',
  'payment_failed',
  'work_started',
  'work_completed',
  'work_accepted',
  'payment_requested',
  'payment_released',
  'release_confirmed',
  'job_completed',
  'change_requested',
  'release_reminder',
  'released_by_itself',
  'cancellation_asked',
  'cancellation_declined',
  'contract_cancelled',
  'refund_sent',
  'refund_delayed',
  'chargeback_opened',
  'chargeback_won',
  'chargeback_lost',
  'rating_received',
  'identity_verified',
  'identity_refused',
  'withdrawal_requested',
  'withdrawal_paid',
  'withdrawal_failed',
  'withdrawal_reversed',
  'payout_account_added',
  'payout_account_changed',
  'payout_account_used',
  'payout_account_removed',
  'password_changed',
  'mobile_changed',
  'email_changed',
  'social_linked',
  'second_factor_changed',
  'new_device',
  'withdrawals_stopped',
  'withdrawals_allowed',
  'withdrawal_delayed',
  'connection_made',
  'share_received',
  'share_liked',
  'dispute_raised',
  'dispute_comment',
  'dispute_document',
  'dispute_documents_due',
  'dispute_review_due',
  'dispute_withdrawn',
  'dispute_settled',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export interface Notification {
  id: number;
  type: NotificationType;
  /** In the reader's language. */
  text: string;
  createdAt: string;
  read: boolean;
  /** The screen it is about, as a path of the web app. */
  path: string | null;
}
