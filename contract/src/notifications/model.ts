export const NOTIFICATION_TYPES = [
  'quote_received',
  'quote_accepted',
  'quote_not_selected',
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
  'identity_verified',
  'identity_refused',
  'withdrawal_requested',
  'withdrawal_paid',
  'withdrawal_failed',
  'withdrawal_reversed',
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
