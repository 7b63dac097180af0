import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { isSender } from '../policy.ts';
import { listMessages, storeMasked, type Key, type MessageRow } from '../store.ts';
import { maskRun } from './rules.ts';

/** A number is spread over so many messages before another one, or after it. */
const NEAR_MAX = 6;

/**
 * Stores what others read of a message that is new or has changed, and of those that its writer sent just before and after
 * it: a number may be spread over several of them. The conversation must be locked. Returns the message.
 */
export async function maskAround(tx: Tx, message: MessageRow): Promise<MessageRow> {
  const key: Key = { jobId: message.job_id, workerId: message.worker_id };
  const run = await listRun(tx, key, message);
  const forms = maskRun(
    run.map(({ text, taken_back_at: takenBackAt }) => (takenBackAt === null ? text : '')),
  );
  const changed = run.flatMap(({ number, masked }, index) => {
    const form = forms[index] ?? null;
    return form === masked ? [] : [{ number, masked: form }];
  });
  if (changed.length > 0) await storeMasked(tx, key, changed, FILTER_VERSION);
  const own = changed.find(({ number }) => number === message.number);
  return own ? { ...message, masked: own.masked, filter_version: FILTER_VERSION } : message;
}

/** What its writer sent around a message while the other side wrote nothing, in order. */
async function listRun(tx: Tx, key: Key, { number, sender_id: senderId }: MessageRow): Promise<MessageRow[]> {
  // One row more than the limit is read.
  const range = { before: number + NEAR_MAX + 1, limit: 2 * NEAR_MAX };
  const near = (await listMessages(tx, key, range))
    .filter((message) => message.number >= number - NEAR_MAX)
    .toReversed();
  const isOther = (message: MessageRow) => !isSender(message, senderId);
  const start = near.findLastIndex((message) => message.number < number && isOther(message)) + 1;
  const end = near.findIndex((message) => message.number > number && isOther(message));
  return near.slice(start, end === -1 ? undefined : end);
}
