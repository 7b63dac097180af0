/** So long does a message stay unread before its reader is notified of it. */
export const NOTICE_DELAY_MS = 10 * 60_000;

/** When the reader of what is unread is to be notified, and when that was. At most one of them is set. */
interface NoticeTimes {
  notify_at: Date | null;
  notified_at: Date | null;
}

const calculateNotifyAt = (now: Date): Date => new Date(now.getTime() + NOTICE_DELAY_MS);

/** `unread`: with the new message. Whoever was notified is not notified again before they have read. */
export function planAfterMessage(before: NoticeTimes, unread: number, sentAt: Date): NoticeTimes {
  if (unread === 1) return { notify_at: calculateNotifyAt(sentAt), notified_at: null };
  const { notify_at: notifyAt, notified_at: notifiedAt } = before;
  if (notifiedAt !== null) return { notify_at: null, notified_at: notifiedAt };
  // There was nothing to notify of, such as one message that FWS has taken down. Now there is.
  return { notify_at: notifyAt ?? calculateNotifyAt(sentAt), notified_at: null };
}

/** What came while they read is unread from now on. */
export const planAfterReading = (unread: number, now: Date): NoticeTimes => ({
  notify_at: unread === 0 ? null : calculateNotifyAt(now),
  notified_at: null,
});
