import { Fragment, useLayoutEffect, useRef } from 'react';
import type { EventLine, Message } from '@fws/contract/conversations/schemas';
import { formatDate, formatTime, useT } from '../../../platform/i18n/index.ts';
import { FileRow, Icon } from '../../../ui/index.ts';
import { Photos } from '../../../ui/Photos.tsx';
import { formatFileSize } from '../../jobs/index.ts';
import { ReportButton } from '../../safety/index.ts';
import type { Names } from '../api.ts';
import { buildEntries } from '../entries.ts';
import type { WaitingMessage } from '../waiting.ts';
import { ChangeButtons } from './ChangeButtons.tsx';
import { EventLineRow } from './EventLineRow.tsx';
import { FraudNote } from './FraudNote.tsx';
import { WaitingMessages } from './WaitingMessages.tsx';
import { HiddenNote, MaskedText } from '../../../ui/MaskedText.tsx';

type Props = {
  messages: readonly Message[];
  /** What happened in the contract between them. */
  lines: readonly EventLine[];
  /** Names a message of the other side for a report. */
  buildReportId: (number: number) => string;
  /** The other side. */
  person: { id: number; name: string };
  names: Names;
  /** Those that are not sent yet. */
  waiting: readonly WaitingMessage[];
  onEdit: ((message: WaitingMessage) => void) | undefined;
};

/** Messages and what happened in their order, the newest at the end, by day. A new one is read out by screen readers. */
export function MessageList(props: Props) {
  const { messages, lines, buildReportId, person, names, waiting, onEdit } = props;
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const entries = buildEntries(messages, lines);
  const newest = waiting.at(-1)?.clientId ?? entries.at(-1)?.key;
  useLayoutEffect(() => {
    if (newest === undefined) return;
    const pane = end.current?.closest('.pane');
    // To scroll the end into view would scroll the page, too.
    if (pane) pane.scrollTop = pane.scrollHeight;
    else end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  return (
    <>
      <div role="log" aria-label={t('web.conversations.title')}>
        <ol className="talk-list">
          {entries.map(({ key, at, message, line }, index) => {
            const day = formatDate(t, at);
            const before = entries[index - 1];
            const isNewDay = !before || formatDate(t, before.at) !== day;
            return (
              <Fragment key={key}>
                {isNewDay && <li className="talk-day t2 mut">{day}</li>}
                {line ? (
                  <li>
                    <EventLineRow line={line} />
                  </li>
                ) : (
                  <li className={message.isOwn ? 'talk-row own' : 'talk-row'}>
                    <Bubble
                      message={message}
                      reportId={buildReportId(message.number)}
                      person={person}
                      names={names}
                    />
                  </li>
                )}
              </Fragment>
            );
          })}
        </ol>
      </div>
      <WaitingMessages messages={waiting} onEdit={onEdit} />
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
