import type { ConversationState } from '@fws/contract/conversations/model';
import type { Ability } from '@fws/contract/platform/lifecycle';
import type { AskedQuestion, OpenQuestion, PublicQuestion } from '@fws/contract/conversations/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { hideLastName, removeInvisible } from '../../../platform/contact-filter/index.ts';
import { isPoster, type JobRow } from '../../jobs/index.ts';
import { getShortName, listBlockedIds, loadPeople, type PersonRow } from '../../profile/index.ts';
import { readMaskedText } from '../masking/rules.ts';
import { mayAsk } from '../policy.ts';
import { listOpen, listPublic, type AnsweredRow, type OpenRow } from './store.ts';

/** As its writer reads it. */
export const toAskedQuestion = (row: OpenRow): AskedQuestion => ({
  questionId: row.id,
  jobId: row.job_id,
  text: row.text,
  askedAt: row.asked_at.toISOString(),
});

/** `person`: who asks, for the poster; null for the worker, who reads their own words. */
const toOpenQuestion = (row: OpenRow, person: PersonRow | null): OpenQuestion => ({
  ...toAskedQuestion(row),
  ...(person && { text: readMaskedText(row) }),
  person: person && { id: person.id, name: getShortName(person) },
});

/** What everybody may read: no contact data, and no last name of either side. */
export function toPublicQuestion(row: AnsweredRow): PublicQuestion {
  const hide = (text: string): string =>
    [row.poster_last_name, row.worker_last_name].reduce(hideLastName, removeInvisible(text));
  return {
    questionId: row.id,
    question: hide(
      readMaskedText({
        text: row.question_text,
        masked: row.question_masked,
        filter_version: row.question_version,
      }),
    ),
    answer: hide(
      readMaskedText({
        text: row.answer_text,
        masked: row.answer_masked,
        filter_version: row.answer_version,
      }),
    ),
    answeredAt: row.answered_at.toISOString(),
  };
}

/** Of a job, as much as questions need. */
type AskedJob = Pick<JobRow, 'id' | 'poster_id' | 'state'>;

interface Asking {
  readerId: number;
  /** Of one worker; null: of all, for the poster. */
  workerId: number | null;
  /** What the reader has to do with the poster. */
  state: ConversationState;
  isBlocked: boolean;
  limit?: number;
}

/** The questions that wait, as far as the reader may see them, and whether the reader may ask one more. */
export async function loadQuestions(
  db: Db | Tx,
  job: AskedJob,
  { state, isBlocked, ...asking }: Asking,
): Promise<{ mayAsk: Ability; open: OpenQuestion[] }> {
  const open = await loadOpenQuestions(db, job, asking);
  const ability = mayAsk({
    state,
    side: isPoster(job, asking.readerId) ? 'poster' : 'worker',
    isOpen: job.state === 'open',
    isBlocked,
    openQuestions: open.length,
  });
  return { mayAsk: ability, open };
}

/** The poster sees those of all, or of the worker that is named; a worker their own. */
async function loadOpenQuestions(
  db: Db | Tx,
  job: AskedJob,
  { readerId, workerId, limit }: Pick<Asking, 'readerId' | 'workerId' | 'limit'>,
): Promise<OpenQuestion[]> {
  if (job.state !== 'open') return [];
  if (!isPoster(job, readerId)) {
    const own = await listOpen(db, job.id, { workerId: readerId });
    return own.map((row) => toOpenQuestion(row, null));
  }
  const rows = await listOpen(db, job.id, { workerId, ...(limit !== undefined && { limit }) });
  const people = await loadPeople(
    db,
    rows.map((row) => row.worker_id),
  );
  // Nobody can answer across a block.
  const blockedIds = new Set(await listBlockedIds(db, readerId));
  return rows.flatMap((row) => {
    const person = people.get(row.worker_id);
    return person && !blockedIds.has(row.worker_id) ? [toOpenQuestion(row, person)] : [];
  });
}

/** The newest answers about a job that everybody may read. */
export async function loadPublicQuestions(db: Db, jobId: number, limit: number): Promise<PublicQuestion[]> {
  // One row more than the limit is read.
  const rows = await listPublic(db, jobId, { after: null, limit: limit - 1 });
  return rows.map(toPublicQuestion);
}
