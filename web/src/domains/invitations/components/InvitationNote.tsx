import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { lazyScreen } from '../../../platform/i18n/index.ts';
import { jobInvitationQuery } from '../api.ts';

const InvitationSheet = lazyScreen(['invitations'], () => import('./InvitationSheet.tsx'));

/** On the page of a job, for a worker whom its poster has invited. Most readers are not, so its code is loaded late. */
export function InvitationNote({ job }: { job: JobDetail }) {
  const mayQuote = job.abilities.quote.allowed;
  const query = useQuery({
    ...jobInvitationQuery(String(job.id)),
    enabled: mayQuote || job.myQuoteId !== null,
  });
  const invitation = query.data?.invitation;
  if (!invitation || (invitation.state !== 'sent' && invitation.state !== 'quoted')) return null;
  return (
    <Suspense>
      <InvitationSheet invitation={invitation} mayQuote={mayQuote} />
    </Suspense>
  );
}
