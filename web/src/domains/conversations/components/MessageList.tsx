import { Fragment, useLayoutEffect, useRef } from 'react';
import type { Message } from '@fws/contract/conversations/schemas';
import { formatDate, formatTime, useT } from '../../../platform/i18n/index.ts';
import { FileRow, Icon } from '../../../ui/index.ts';
import { Photos } from '../../../ui/Photos.tsx';
import { formatFileSize } from '../../jobs/index.ts';
import { ReportButton } from '../../safety/index.ts';
import type { Names } from '../api.ts';
import { ChangeButtons } from './ChangeButtons.tsx';
import { FraudNote } from './FraudNote.tsx';
import { HiddenNote, MaskedText } from '../../../ui/MaskedText.tsx';

type Props = {
  messages: readonly Message[];
  /** Names a message of the other side for a report. */
  buildReportId: (number: number) => string;
  /** The other side. */
  person: { id: number; name: string };
  names: Names;
};

/** Messages in their order, the newest at the end, by day. A new one is read out by screen readers. */
export function MessageList({ messages, buildReportId, person, names }: Props) {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.number;
  useLayoutEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  return (
    <>
      <div role="log" aria-label={t('web.conversations.title')}>
        <ol className="talk-list">
          {messages.map((message, index) => {
            const day = formatDate(t, message.sentAt);
            const before = messages[index - 1];
            const isNewDay = !before || formatDate(t, before.sentAt) !== day;
            return (
              <Fragment key={message.number}>
                {isNewDay && <li className="talk-day t2 mut">{day}</li>}
                <li className={message.isOwn ? 'talk-row own' : 'talk-row'}>
                  <Bubble
                    message={message}
                    reportId={buildReportId(message.number)}
                    person={person}
                    names={names}
                  />
                </li>
              </Fragment>
            );
          })}
        </ol>
      </div>
      <div ref={end} className="talk-end" />
    </>
  );
}

type BubbleProps = Pick<Props, 'person' | 'names'> & { message: Message; reportId: string };

function Bubble({ message, reportId, person, names }: BubbleProps) {
  const t = useT();
  const { number, text, photos, file, isOwn, isRead, isTakenDown, hides, warning, sentAt } = message;
  const { isTakenBack, isEdited, changesUntil } = message;
  return (
    <>
      <div className="talk-bubble">
        <span className="vh">{t(isOwn ? 'web.conversations.byYou' : 'web.conversations.byThem')}</span>
        <Photos photos={photos} />
        {file && <FileRow name={file.name} detail={formatFileSize(file.bytes)} href={file.url} />}
        {text !== '' && <MaskedText className="talk-text" text={text} />}
        {isTakenBack && <p className="t2 mut">{t('web.conversations.takenBack')}</p>}
        {isTakenDown && <p className="t2 mut">{t('web.conversations.takenDown')}</p>}
        <div className="talk-time">
          {!isOwn && !isTakenDown && (
            <ReportButton
              small
              className="talk-report"
              subject={{ type: 'message', id: reportId }}
              name={t('web.conversations.ofNumber', { number })}
            />
          )}
          {isEdited && !isTakenBack && `${t('web.conversations.edited')} `}
          {formatTime(t, sentAt)}
          {isRead && (
            <>
              <Icon name="check" size="sm" />
              {t('web.conversations.read')}
            </>
          )}
        </div>
      </div>
      {changesUntil !== null && <ChangeButtons message={message} names={names} />}
      <HiddenNote hides={hides} />
      {warning && <FraudNote kind={warning} reportId={isOwn ? null : reportId} person={person} />}
    </>
  );
}
