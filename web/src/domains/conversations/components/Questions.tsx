import '../conversations.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OpenQuestion } from '@fws/contract/conversations/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, LoadError, LoadMore, Sheet, Skeleton } from '../../../ui/index.ts';
import { MaskedWords } from '../../../ui/MaskedText.tsx';
import { Question, QuestionList } from '../../../ui/QuestionList.tsx';
import { questionPages, useAnswer } from '../api.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { AskForm, AskPlace } from './AskForm.tsx';

type Job = { id: number; posterId: number; poster: { name: string } };

/** What was asked about a job, on its page. The poster answers there, others ask. */
export function Questions({ job }: { job: Job }) {
  const t = useT();
  const ownId = useUser().id;
  const jobId = String(job.id);
  const query = useInfiniteQuery(questionPages(jobId));
  const title = t('web.conversations.questions');
  const page = query.data?.pages[0];
  if (!page)
    return (
      <Sheet title={title}>
        {query.error ? (
          <LoadError error={query.error} onRetry={query.refetch} />
        ) : (
          <Skeleton>
            <AskPlace person={job.poster.name} />
          </Skeleton>
        )}
      </Sheet>
    );
  const { open, mayAsk } = page;
  const items = query.data?.pages.flatMap((each) => each.items) ?? [];
  const isPoster = job.posterId === ownId;
  const isFull = !mayAsk.allowed && mayAsk.reason === 'conversations.too_many_questions';
  if (items.length + open.length === 0 && !mayAsk.allowed) return null;
  return (
    <Sheet title={title}>
      <QuestionList>
        {open.map((question) => (
          <Open key={question.questionId} question={question} poster={job.poster.name} />
        ))}
        {items.map(({ questionId, question, answer, answeredAt }) => (
          <Question
            key={questionId}
            question={<MaskedWords text={question} />}
            answer={<MaskedWords text={answer} />}
            answeredAt={t('web.conversations.answeredOn', { date: formatDate(t, answeredAt) })}
          >
            {isPoster && <Unpublish questionId={questionId} />}
          </Question>
        ))}
      </QuestionList>
      <LoadMore list={query} />
      {mayAsk.allowed && <AskForm jobId={jobId} person={job.poster.name} />}
      {isFull && <p className="t2 mut">{t('web.conversations.askFull')}</p>}
    </Sheet>
  );
}

function Open({ question, poster }: { question: OpenQuestion; poster: string }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { jobId, person, askedAt, text } = question;
  const ago = timeAgo(askedAt);
  return (
    <Question
      question={<MaskedWords text={text} />}
      note={
        person ? (
          <>
            <Link to={paths.conversation(`${jobId}-${person.id}`)}>
              {t('web.conversations.askedBy', { name: person.name })}
            </Link>
            , {ago}
          </>
        ) : (
          t('web.conversations.askedByYou', { ago, name: poster })
        )
      }
    >
      {person && <AnswerForm question={question} />}
    </Question>
  );
}

/** Takes an answer off the page of the job. The conversation keeps it. */
function Unpublish({ questionId }: { questionId: number }) {
  const t = useT();
  const online = useOnline();
  const answer = useAnswer();
  return (
    <Button
      variant="quiet"
      icon="lock"
      disabled={!online}
      busy={answer.isPending}
      busyText={t('web.conversations.sending')}
      onClick={() => answer.mutate({ questionId: String(questionId), isPublic: 'no' })}
    >
      {online ? t('web.conversations.unpublish') : t('ui.needsInternet')}
    </Button>
  );
}
