import type { NotificationType } from '@fws/contract/notifications/model';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { MessageValues } from '@fws/contract/platform/refusal';

/** Notifications that were written before their deadline was named by its time. */
const WITHOUT_TIME: Partial<Record<NotificationType, SharedMessageId>> = {
  quote_reminder: 'notifications.quote_reminder_in_days',
  release_reminder: 'notifications.release_reminder_in_days',
};

/** The text of a notification. */
export const getTextId = (type: NotificationType, values: MessageValues): SharedMessageId =>
  (values['time'] === undefined ? WITHOUT_TIME[type] : undefined) ?? `notifications.${type}`;
