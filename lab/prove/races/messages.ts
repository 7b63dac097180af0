import { acceptQuote } from '@fws/contract/quotes/calls';
import {
  conversationArchive,
  conversationEdit,
  conversationRead,
  conversationSend,
  conversationTakeBack,
} from '@fws/contract/conversations/calls';
import { blockUser } from '@fws/contract/safety/calls';
import { messageContent } from '../../../server/src/domains/conversations/index.ts';
import { suspendUser } from '../../../server/src/domains/identity/index.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import type { Fixture } from '../support/fixtures.ts';
import type { Product } from '../support/product/product.ts';
import type { RaceAction } from './actions.ts';
import type { Pair } from './pair.ts';

/** An open job of the poster, with a quote of the worker that waits and one of somebody else. */
interface OpenJob {
  jobId: number;
  quoteId: number;
  otherQuoteId: number;
}
const openJobs = new WeakMap<Fixture, OpenJob>();

function getOpenJob(laid: Fixture): OpenJob {
  const open = openJobs.get(laid);
  if (!open) throw new Error('no job was posted');
  return open;
}

async function insertQuote({ db, clock }: Product, jobId: number, workerId: number): Promise<number> {
  const { id } = await db
    .insertInto('quote')
    .values({
      job_id: jobId,
      worker_id: workerId,
      bid_paise: 10_000,
      term: 'completion',
      parts: '[]',
      work_scope: '',
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Posts the job, and the worker writes the first message about it. */
const beginTalk: RaceAction = async (product, laid) => {
  const { db, clock } = product;
  const { posterId, workerId } = laid;
  const { rows } = await product.owner.query<{ id: number }>(
    `INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on, payment_term,
       budget_kind, budget_from_paise, budget_to_paise, posted_at)
     VALUES ($1, 1, 'Paint a flat', '', 'Pune', '{}', $2::date, $2::date + 90, 'completion', 'fixed', 10000, 10000, $2)
     RETURNING id::int`,
    [posterId, clock.now()],
  );
  const jobId = rows[0]?.id ?? 0;
  const other = await db
    .insertInto('user_account')
    .values({
      first_name: 'Asha',
      last_name: 'Kale',
      email: `other${jobId}@mail.example`,
      email_verified_at: clock.now(),
      mobile: `+91${7_000_000_000 + jobId}`,
      mobile_verified_at: clock.now(),
      password_hash: null,
      register_for: 'individual',
      looking_for: ['projects'],
      location: 'Pune',
      suspended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const quoteId = await insertQuote(product, jobId, workerId);
  openJobs.set(laid, { jobId, quoteId, otherQuoteId: await insertQuote(product, jobId, other.id) });
  const first = await send('workerId', 'Which floor?', 'first-message')(product, laid);
  if (first !== true) throw new Error('the first message was refused');
  return null;
};

const getOther = (by: 'posterId' | 'workerId') => (by === 'posterId' ? 'workerId' : 'posterId');

const send =
  (by: 'posterId' | 'workerId', text: string, clientId: string): RaceAction =>
  async (product, laid) => {
    const { jobId } = getOpenJob(laid);
    const message = { jobId, userId: laid[getOther(by)], text, photoIds: [], clientId };
    return (await product.call(conversationSend, laid[by], message)).ok;
  };

const accept =
  (which: 'quoteId' | 'otherQuoteId'): RaceAction =>
  async (product, laid) => {
    const { jobId, [which]: quoteId } = getOpenJob(laid);
    return (await product.call(acceptQuote, laid.posterId, { jobId, quoteId })).ok;
  };

const block: RaceAction = async (product, { posterId, workerId }) =>
  (await product.call(blockUser, posterId, { userId: workerId })).ok;

const suspend: RaceAction = async ({ db, clock }, { workerId }) => {
  await inTx(db, (tx) => suspendUser(tx, workerId, 'Spam', clock.now()));
  return true;
};

/** FWS takes the first message down. */
const takeDown: RaceAction = async ({ db, clock }, laid) => {
  const id = `${getOpenJob(laid).jobId}-${laid.workerId}-1`;
  return inTx(db, (tx) =>
    messageContent.takeDown(tx, id, { at: clock.now(), by: { role: 'admin', userId: 0 } }),
  );
};

/** What the worker does with the first message. */
const changeFirst =
  (how: 'edit' | 'take back'): RaceAction =>
  async (product, laid) => {
    const own = { jobId: getOpenJob(laid).jobId, userId: laid.posterId, number: 1 };
    const outcome =
      how === 'edit'
        ? await product.call(conversationEdit, laid.workerId, { ...own, text: 'Which house?' })
        : await product.call(conversationTakeBack, laid.workerId, own);
    return outcome.ok;
  };

const readFirst: RaceAction = async (product, laid) => {
  const mark = { jobId: getOpenJob(laid).jobId, userId: laid.workerId, number: 1 };
  return (await product.call(conversationRead, laid.posterId, mark)).ok;
};

const archive: RaceAction = async (product, laid) => {
  const names = { jobId: getOpenJob(laid).jobId, userId: laid.workerId };
  return (await product.call(conversationArchive, laid.posterId, names)).ok;
};

/** Numbers have no gap, what is unread is counted, and each message that was answered is there once. */
async function findMiscount({ owner }: Product, laid: Fixture): Promise<string | null> {
  const { jobId } = getOpenJob(laid);
  const { rows } = await owner.query(
    `SELECT last_number, poster_unread, worker_unread, found.* FROM conversation, LATERAL (
       SELECT count(*)::int AS messages, max(number) AS newest, count(DISTINCT (sender_id, client_id))::int AS sent,
         count(*) FILTER (WHERE sender_id = worker_id AND number > poster_read AND taken_back_at IS NULL)::int AS for_poster,
         count(*) FILTER (WHERE sender_id = poster_id AND number > worker_read AND taken_back_at IS NULL)::int AS for_worker
       FROM message WHERE message.job_id = conversation.job_id AND message.worker_id = conversation.worker_id) found
     WHERE job_id = $1 AND worker_id = $2
       AND (last_number <> messages OR newest <> messages OR sent <> messages
         OR poster_unread <> for_poster OR worker_unread <> for_worker)`,
    [jobId, laid.workerId],
  );
  return rows.length === 0 ? null : `miscounted: ${JSON.stringify(rows)}`;
}

/** After it, nobody writes any more. */
async function findLateMessage(product: Product, laid: Fixture): Promise<string | null> {
  const isSent = await send('workerId', 'After it', 'message-after')(product, laid);
  return isSent === true ? 'a message was sent after it' : findMiscount(product, laid);
}

const createPair = (
  name: string,
  [first, second]: readonly [RaceAction, RaceAction],
  inspect: Pair['inspect'] = findMiscount,
): Pair => ({
  name,
  from: { fund: 'funded' },
  prepare: beginTalk,
  first,
  second,
  exclusive: false,
  inspect,
});

const sendAnother = send('workerId', 'And when?', 'another-message');

/** Messages beside what ends, hides, counts or changes them. */
export const MESSAGES: readonly Pair[] = [
  createPair('a message and the acceptance of its quote', [sendAnother, accept('quoteId')]),
  createPair(
    'a message and the acceptance of another quote',
    [sendAnother, accept('otherQuoteId')],
    findLateMessage,
  ),
  createPair('a message and a block', [sendAnother, block], findLateMessage),
  createPair('a message and the suspension of its sender', [sendAnother, suspend]),
  createPair('a message and the take-down of the one before', [sendAnother, takeDown]),
  createPair('a changed message and its take-down', [changeFirst('edit'), takeDown]),
  createPair('a message that is taken back and its take-down', [changeFirst('take back'), takeDown]),
  createPair('a message that is taken back and read', [changeFirst('take back'), readFirst]),
  createPair('messages of both sides', [sendAnother, send('posterId', 'The second', 'answer-message')]),
  createPair('one message that is sent twice', [sendAnother, sendAnother]),
  createPair('a message and the archive of the other side', [sendAnother, archive]),
];
