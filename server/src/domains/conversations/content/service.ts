import { keepTexts, type Content, type ContentOwner } from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { findJob, readMaskedTexts } from '../../jobs/index.ts';
import { loadAttachments } from '../attachments/service.ts';
import { listVersions } from '../changes/store.ts';
import { getPath, mayRead } from '../policy.ts';
import {
  findConversation,
  findMessage,
  setTakenDown,
  type ConversationRow,
  type Key,
  type MessageRow,
} from '../store.ts';

/** Messages as something that can be reported. The other side does not read one that is taken down. */
export const messageContent: ContentOwner = {
  async find(db, id, readerId) {
    const found = await findById(db, id);
    if (!found || readerId === null) return null;
    const { message, conversation } = found;
    // What was taken back after it was read can be reported, too.
    const shown = { ...message, taken_back_at: null, poster_id: conversation.poster_id };
    const isReadable = mayRead(shown, readerId);
    return isReadable ? toContent(db, found, readerId) : null;
  },
  async read(db, id) {
    const found = await findById(db, id);
    return found && toContent(db, found, found.message.sender_id);
  },
  async takeDown(tx, id, cause) {
    const found = await findById(tx, id);
    return found ? hide(tx, found, cause.at) : false;
  },
  async putBack(tx, id) {
    const found = await findById(tx, id);
    return found ? hide(tx, found, null) : false;
  },
};

interface Found {
  conversation: ConversationRow;
  message: MessageRow;
}

/** "4821-77-3": the job, the worker, and the number of the message. */
const ID = /^([1-9]\d{0,14})-([1-9]\d{0,14})-([1-9]\d{0,8})$/;

async function findById(db: Db | Tx, id: string): Promise<Found | null> {
  const [jobId, workerId, number] = (ID.exec(id)?.slice(1) ?? []).map(Number);
  if (jobId === undefined || workerId === undefined || number === undefined) return null;
  const key: Key = { jobId, workerId };
  const conversation = await findConversation(db, key);
  const message = conversation && (await findMessage(db, conversation, number));
  return conversation && message && { conversation, message };
}

async function toContent(
  db: Db | Tx,
  { conversation, message }: Found,
  readerId: number,
): Promise<Content | null> {
  const { job_id: jobId } = conversation;
  const { number, worker_id: workerId } = message;
  const job = await findJob(db, jobId);
  if (!job) return null;
  const before = (await listVersions(db, { jobId, workerId }, [message])).get(number) ?? [];
  return {
    authorId: message.sender_id,
    // Both sides may read it.
    title: readMaskedTexts(job).title,
    texts: keepTexts([
      ['message', message.text],
      ['before', before.join('\n\n')],
    ]),
    ...(await loadAttached(db, message)),
    conversation: { jobId, workerId },
    path: getPath(conversation, readerId),
  };
}

async function loadAttached(db: Db | Tx, message: MessageRow): Promise<Pick<Content, 'photoIds' | 'files'>> {
  const { photos, files } = await loadAttachments(db, [message]);
  return { photoIds: [...photos.values()].flat().map(({ id }) => id), files: [...files.values()] };
}

/** False where nothing changed. */
async function hide(tx: Tx, { conversation, message }: Found, at: Date | null): Promise<boolean> {
  if (!(await setTakenDown(tx, message, at))) return false;
  const { job_id: jobId, worker_id: workerId, poster_id: posterId } = conversation;
  await publish(tx, { users: [posterId, workerId], topic: 'conversations', id: jobId });
  return true;
}
