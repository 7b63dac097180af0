import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import { listMessages, lockRow, storeMasked, type Key, type MessageRow, type Span } from '../store.ts';
import { maskRun, NEAR_MAX, pickRun } from './rules.ts';
import { listConversationsToMask, storeMaskedVersion } from './store.ts';

const CONVERSATIONS = 200;
const MESSAGES = 100;

/**
 * Stores what others read of a message that is new or has changed, and of those that its writer sent just before and after
 * it: a number may be spread over several of them. The conversation must be locked. Returns the message, and whether others
 * have changed.
 */
export async function maskAround(
  tx: Tx,
  conversation: Span,
  message: MessageRow,
): Promise<{ message: MessageRow; hasChangedOthers: boolean }> {
  const key: Key = { jobId: message.job_id, workerId: message.worker_id };
  // One row more than the limit is read.
  const range = { before: message.number + NEAR_MAX + 1, limit: 2 * NEAR_MAX };
  const run = pickRun((await listMessages(tx, conversation, range)).toReversed(), message);
  const forms = maskRun(run);
  const changed = run.flatMap(({ number, sent_at, masked }, index) => {
    const form = forms[index] ?? null;
    return form === masked ? [] : [{ number, sent_at, masked: form }];
  });
  if (changed.length > 0) await storeMasked(tx, key, changed, FILTER_VERSION);
  const own = changed.find(({ number }) => number === message.number);
  return {
    message: own ? { ...message, masked: own.masked, filter_version: FILTER_VERSION } : message,
    hasChangedOthers: changed.some(({ number }) => number !== message.number),
  };
}

/** Masks the messages that an older version of the contact filter masked. */
export async function maskConversations(db: Db): Promise<void> {
  let keys: Key[];
  do {
    keys = await listConversationsToMask(db, CONVERSATIONS);
    for (const key of keys) {
      let before: number | null = null;
      do before = await inTx(db, (tx) => maskPage(tx, key, before));
      while (before !== null);
      await storeMaskedVersion(db, key);
    }
  } while (keys.length > 0);
}

/** Masks a page of messages, the newest first. Returns the number before which the next page ends; null: this was the last. */
async function maskPage(tx: Tx, key: Key, before: number | null): Promise<number | null> {
  // Who sends, changes or takes back a message meanwhile masks those around it.
  const conversation = await lockRow(tx, key);
  if (!conversation) return null;
  const rows = await listMessages(tx, conversation, {
    before: before === null ? null : before + NEAR_MAX,
    limit: MESSAGES + 2 * NEAR_MAX,
  });
  const end = before ?? (rows[0]?.number ?? 0) + 1;
  const near = rows.toReversed();
  const page = near.filter(({ number }) => number < end && number >= end - MESSAGES);
  const forms = page
    .filter((message) => message.filter_version < FILTER_VERSION)
    .map((message) => {
      const run = pickRun(near, message);
      const { number, sent_at } = message;
      return { number, sent_at, masked: maskRun(run)[run.indexOf(message)] ?? null };
    });
  if (forms.length > 0) await storeMasked(tx, key, forms, FILTER_VERSION);
  const first = page[0]?.number ?? 1;
  return first > 1 ? first : null;
}
