import { useEffect, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MessagePage } from '@fws/contract/conversations/schemas';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Avatar, LoadMore, Name, Note, Screen } from '../../../ui/index.ts';
import { MaskedWords } from '../../../ui/MaskedText.tsx';
import { ReportButton } from '../../safety/index.ts';
import { messagePages, readNames, useMarkAsRead, type Names } from '../api.ts';
import { useWaitingMessages } from '../useWaitingMessages.ts';
import type { WaitingMessage } from '../waiting.ts';
import { AnswerTime } from './AnswerTime.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { AskForm } from './AskForm.tsx';
import { Composer } from './Composer.tsx';
import { InboxButtons } from './InboxButtons.tsx';
import { MessageList } from './MessageList.tsx';
import { WaitingMessages } from './WaitingMessages.tsx';

/** The messages about a job with one person. */
export function Conversation({ id, pane }: { id: string; pane?: 'main' }) {
  const t = useT();
  const names = readNames(id);
  const query = useInfiniteQuery(messagePages(names));
  const page = query.data?.pages[0];
  const messages = query.data?.pages.flatMap(({ items }) => items).toReversed() ?? [];
  const lines = query.data?.pages.toReversed().flatMap((loaded) => loaded.lines) ?? [];
  const isCutOff = query.data?.pages.at(-1)?.isCutOff === true;
  const conversation = page?.conversation;
  const ownId = useUser().id;
  const workerId = conversation?.isPoster ? names.userId : ownId;
  const waiting = useWaitingMessages(names, messages);
  const [edited, setEdited] = useState<WaitingMessage>();
  useSeen(names, conversation?.unread ?? 0, messages.at(-1)?.number);
  return (
    <Screen
      pane={pane}
      title={conversation?.person.name ?? t('web.conversations.title')}
      heading={page && <PersonLink page={page} />}
      figure={
        conversation && (
          <Avatar
            name={conversation.person.name}
            photo={conversation.person.image}
            verified={conversation.person.verified}
          />
        )
      }
      windowTitle={conversation && t('web.conversations.with', { name: conversation.person.name })}
      lead={
        page &&
        conversation && (
          <>
            <Link to={getJobPath(conversation)}>{conversation.jobTitle}</Link> ·{' '}
            {t(`web.conversations.state.${conversation.state}`)}
            {page.answerMinutes !== null && <AnswerTime minutes={page.answerMinutes} />}
          </>
        )
      }
      back={{ to: paths.conversations(), label: t('web.conversations.back') }}
      action={
        conversation && (
          <div className="talk-head">
            {conversation.last && <InboxButtons conversation={conversation} names={names} />}
            <ReportButton
              subject={{ type: 'user', id: conversation.person.id, title: conversation.person.name }}
              name={conversation.person.name}
            />
          </div>
        )
      }
      // Nothing of it is lost where the conversation cannot be loaded.
      tabs={!page && waiting.length > 0 && <WaitingMessages messages={waiting} />}
      data={query}
    >
      {() =>
        page && (
          <section className="talk">
            <LoadMore list={query} />
            {isCutOff && <p className="mut">{t('web.conversations.cutOff')}</p>}
            {!isCutOff && messages.length + lines.length + waiting.length === 0 && (
              <p className="mut">{t('web.conversations.noMessages')}</p>
            )}
            <MessageList
              messages={messages}
              lines={lines}
              person={page.conversation.person}
              names={names}
              waiting={waiting}
              onEdit={page.mayWrite.allowed ? setEdited : undefined}
              buildReportId={(number) => `${names.jobId}-${workerId}-${number}`}
            />
            {page.mayWrite.allowed ? (
              <Composer
                key={`${names.jobId}-${names.userId}`}
                names={names}
                person={page.conversation.person.name}
                edited={edited}
                onEdited={() => setEdited(undefined)}
              />
            ) : (
              <BeforeQuote page={page} reason={page.mayWrite.reason} />
            )}
          </section>
        )
      }
    </Screen>
  );
}

/** Who it is with. Their page is not there for everybody. */
function PersonLink({ page }: { page: MessagePage }) {
  const { person } = page.conversation;
  const name = <Name>{person.name}</Name>;
  return page.mayOpenPerson ? (
    <Link className="talk-name" to={paths.person(person.id)}>
      {name}
    </Link>
  ) : (
    name
  );
}

/** Before a quote, one side asks and the other answers, a question at a time. */
function BeforeQuote({ page, reason }: { page: MessagePage; reason: SharedMessageId }) {
  const t = useT();
  const { conversation, mayAsk, openQuestions } = page;
  const { jobId, isPoster, state, person } = conversation;
  const [question] = openQuestions;
  if (state === 'asking' && isPoster && question)
    return (
      <div className="talk-write">
        <p className="talk-asked">
          <MaskedWords text={question.text} />
        </p>
        <AnswerForm key={question.questionId} question={question} />
      </div>
    );
  if (state === 'asking' && mayAsk.allowed)
    return (
      <div className="talk-write">
        <AskForm jobId={String(jobId)} person={person.name} />
      </div>
    );
  const isFull = !mayAsk.allowed && mayAsk.reason === 'conversations.too_many_questions';
  return <Note icon="lock">{t(isFull ? 'web.conversations.askFull' : reason)}</Note>;
}

function getJobPath({ jobId, isPoster, state }: { jobId: number; isPoster: boolean; state: string }): string {
  if (isPoster) return state === 'awarded' ? paths.awardedJob(jobId) : paths.requests(jobId);
  return state === 'awarded' ? paths.myJob(jobId) : paths.job(jobId);
}

/** Tells the server that the newest message was seen, while the page is. */
function useSeen(names: Names, unread: number, newest: number | undefined): void {
  const { mutate } = useMarkAsRead();
  const { jobId, userId } = names;
  useEffect(() => {
    if (unread === 0 || newest === undefined) return undefined;
    const markAsRead = () => {
      if (document.visibilityState === 'visible') mutate({ jobId, userId, number: String(newest) });
    };
    markAsRead();
    document.addEventListener('visibilitychange', markAsRead);
    return () => document.removeEventListener('visibilitychange', markAsRead);
  }, [mutate, jobId, userId, unread, newest]);
}
