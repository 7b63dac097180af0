import { createHash } from 'node:crypto';
import { OPEN_QUESTIONS_MAX, type ConversationState } from '@fws/contract/conversations/model';
import type { AskedQuestion, PublicQuestion, QuestionPage } from '@fws/contract/conversations/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { isReadable } from '@fws/contract/platform/text';
import { countAttempt } from '../../../platform/attempts.ts';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findJob, findVisibleJob, isPoster } from '../../jobs/index.ts';
import { areBlocked } from '../../profile/index.ts';
import { LIMITS } from '../limits.ts';
import { writeMessage } from '../service.ts';
import { findSent, getByKey, lockConversation, type Key } from '../store.ts';
import { loadStates } from '../states/store.ts';
import {
  getAnswered,
  findAnswer,
  findQuestion,
  findQuestionAt,
  insertQuestion,
  listPublic,
  storeAnswer,
} from './store.ts';
import { loadQuestions, toAskedQuestion, toPublicQuestion } from './view.ts';

/** Names a question, so that the same words are one question of this worker about this job. */
const buildClientId = (text: string): string =>
  `question-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

const findState = async (db: Db | Tx, key: Key): Promise<ConversationState> =>
  getByKey(await loadStates(db, [key]), key) ?? 'ended';

export async function askQuestion(
  deps: Deps,
  userId: number,
  { jobId, text }: { jobId: number; text: string },
): Promise<Outcome<AskedQuestion>> {
  const visible = await findVisibleJob(deps, userId, jobId);
  if (!visible.ok) return visible;
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<AskedQuestion>> => {
    const counted = await countAttempt(tx, deps.config.limits.get(LIMITS.question_user), String(userId), now);
    if (!counted.ok) return counted;
    const job = await findJob(tx, jobId);
    if (!job) return refuse('not_found', 'jobs.not_found');
    if (isPoster(job, userId)) return refuse('conflict', 'conversations.own_job');
    const key = { jobId, workerId: userId };
    const conversation = await lockConversation(tx, { ...key, posterId: job.poster_id, now });
    const clientId = buildClientId(text);
    const asked = await findSent(tx, key, { senderId: userId, clientId });
    const question = asked && (await findQuestionAt(tx, key, asked.number));
    if (question) return done(toAskedQuestion({ ...asked, ...question }));
    const asking = { readerId: userId, workerId: userId, state: await findState(tx, key), isBlocked: false };
    const { mayAsk: ability } = await loadQuestions(tx, job, asking);
    if (!ability.allowed) return refuse('conflict', ability.reason, { values: { max: OPEN_QUESTIONS_MAX } });
    const message = await writeMessage(tx, conversation, 'worker', {
      text,
      clientId,
      attachmentId: null,
      now,
    });
    const row = { job_id: jobId, worker_id: userId, number: message.number, asked_at: message.sent_at };
    return done(toAskedQuestion({ ...message, ...(await insertQuestion(tx, row)) }));
  });
}

export function answerQuestion(
  { db, ports, config }: Deps,
  userId: number,
  { questionId, text, isPublic }: { questionId: number; text: string; isPublic: boolean },
): Promise<Outcome<PublicQuestion>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<PublicQuestion>> => {
    const counted = await countAttempt(tx, config.limits.get(LIMITS.message_user), String(userId), now);
    if (!counted.ok) return counted;
    const found = await findQuestion(tx, questionId);
    const job = found && (await findJob(tx, found.job_id));
    if (!found || !job || !isPoster(job, userId)) return refuse('not_found', 'conversations.no_question');
    if (job.state !== 'open') return refuse('conflict', 'conversations.not_open');
    if (await areBlocked(tx, userId, found.worker_id)) return refuse('conflict', 'conversations.blocked');
    const key = { jobId: found.job_id, workerId: found.worker_id };
    const conversation = await lockConversation(tx, { ...key, posterId: userId, now });
    const clientId = `answer-${questionId}`;
    // Read again under the lock. The client id does not lead to the answer, because its key is deleted after months.
    const given = await findAnswer(tx, (await findQuestionAt(tx, key, found.number)) ?? found);
    if (!given && !isReadable(text)) return refuseField('text', 'conversations.words_required');
    if (given && text !== '' && given.text !== text)
      return refuse('conflict', 'conversations.answered_before');
    const answer =
      given ?? (await writeMessage(tx, conversation, 'poster', { text, clientId, attachmentId: null, now }));
    const answered = await storeAnswer(tx, found, {
      answer_number: answer.number,
      answered_at: answer.sent_at,
      is_public: isPublic,
    });
    return done(toPublicQuestion(await getAnswered(tx, answered)));
  });
}

export async function listQuestions(
  deps: Deps,
  userId: number,
  { jobId, ...params }: { jobId: number } & PageRequest,
): Promise<Outcome<QuestionPage>> {
  const visible = await findVisibleJob(deps, userId, jobId);
  if (!visible.ok) return visible;
  const { db } = deps;
  const { posterId, state: jobState } = visible.value;
  const page = await loadPageByTime(
    params,
    (after) => listPublic(db, jobId, { after, limit: params.limit }),
    (row) => [row.answered_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const job = { id: jobId, poster_id: posterId, state: jobState };
  const state = await findState(db, { jobId, workerId: userId });
  // Who is blocked does not see the job.
  const asking = { readerId: userId, workerId: null, state, isBlocked: false, limit: params.limit };
  return done({
    ...(await loadQuestions(db, job, asking)),
    items: rows.map(toPublicQuestion),
    nextCursor,
  });
}
