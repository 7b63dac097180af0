import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CaseMessage, DisputeCase } from '@fws/contract/admin/disputes/schemas';
import { hasPermission } from '@fws/contract/platform/permissions';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, FileRow, LoadError, LoadMore, Skeleton } from '../../../ui/index.ts';
import { formatFileSize } from '../../jobs/index.ts';
import { statusQuery } from '../login/api.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { MessageHead, MessageWords } from '../shared/MessageWords.tsx';
import { Photos } from '../shared/Photos.tsx';
import { disputeMessagePages } from './api.ts';

/** What the two sides wrote to each other, for who decides. Opening it is recorded, so it waits for a tap. */
export function DisputeMessages({ dispute }: { dispute: DisputeCase }) {
  const t = useT();
  const role = useQuery(statusQuery()).data?.role;
  const [isOpen, setIsOpen] = useState(false);
  if (!role || !hasPermission(role, 'disputes.settle') || !dispute.mayDecide.allowed) return null;
  return (
    <>
      <h3>{t('web.admin.conversation')}</h3>
      {isOpen ? (
        <Messages disputeId={String(dispute.id)} />
      ) : (
        <>
          <p className="adm-more mut">{t('web.admin.conversationWhy')}</p>
          <Button variant="quiet" icon="chat" onClick={() => setIsOpen(true)}>
            {t('web.admin.conversationOpen')}
          </Button>
        </>
      )}
    </>
  );
}

function Messages({ disputeId }: { disputeId: string }) {
  const t = useT();
  const list = useInfiniteQuery(disputeMessagePages(disputeId));
  const messages = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.isPending) return <Skeleton />;
  if (list.error && messages.length === 0) return <LoadError error={list.error} onRetry={list.refetch} />;
  if (messages.length === 0) return <p className="adm-more mut">{t('web.admin.conversationNone')}</p>;
  return (
    <>
      <FactTable
        rows={messages.map((message) => [
          <MessageHead key={message.number} message={message} />,
          <Message key={message.number} message={message} />,
        ])}
      />
      <LoadMore list={list} />
    </>
  );
}

function Message({ message }: { message: CaseMessage }) {
  const { photos, file } = message;
  return (
    <>
      <MessageWords message={message} />
      <Photos photos={photos} />
      {file && <FileRow name={file.name} detail={formatFileSize(file.bytes)} href={file.url} />}
    </>
  );
}
