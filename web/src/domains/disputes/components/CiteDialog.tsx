import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CitedMessage, Issue } from '@fws/contract/disputes/schemas';
import { formatMoment, useT } from '../../../platform/i18n/index.ts';
import { Button, Dialog, LoadError, LoadMore, Skeleton, Tick } from '../../../ui/index.ts';
import { messagePages } from '../../conversations/index.ts';

type Props = { issue: Issue; onChoose: (message: CitedMessage) => void; onClose: () => void };

/** Chooses one of the messages of the two about the job, the newest first. */
export function CiteDialog({ issue, onChoose, onClose }: Props) {
  const t = useT();
  const [number, setNumber] = useState<number>();
  const list = useInfiniteQuery(messagePages({ jobId: String(issue.jobId), userId: String(issue.withId) }));
  const messages = (list.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .map((message): CitedMessage => ({
      number: message.number,
      text: message.text,
      photos: message.photos.length,
      fileName: message.file?.name ?? '',
      mine: message.isOwn,
      byName: message.isOwn ? '' : issue.withName,
      sentAt: message.sentAt,
    }))
    // What was taken back or taken down has nothing left to cite.
    .filter(({ text, photos, fileName }) => text !== '' || photos > 0 || fileName !== '');
  const chosen = messages.find((message) => message.number === number);
  const choose = (
    <Button variant="primary" disabled={!chosen} onClick={() => chosen && onChoose(chosen)}>
      {t('web.disputes.citeChoose')}
    </Button>
  );
  return (
    <Dialog title={t('web.disputes.citeTitle')} onClose={onClose} footer={choose} full>
      {list.isPending && <Skeleton />}
      {list.error && messages.length === 0 && <LoadError error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && messages.length === 0 && <p className="mut">{t('web.disputes.citeNone')}</p>}
      <ul className="list-dialog">
        {messages.map((message) => (
          <li key={message.number}>
            <Tick
              type="radio"
              name="message"
              checked={message.number === number}
              onChange={() => setNumber(message.number)}
              detail={`${message.mine ? t('web.disputes.you') : message.byName} · ${formatMoment(t, message.sentAt)}`}
            >
              {message.text || message.fileName || t('web.disputes.citedPhotos', { count: message.photos })}
            </Tick>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </Dialog>
  );
}
