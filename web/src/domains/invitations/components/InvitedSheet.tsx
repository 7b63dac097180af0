import '../invitations.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InvitationState } from '@fws/contract/invitations/lifecycle';
import type { Invited } from '@fws/contract/invitations/schemas';
import { formatDate, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Avatar, ButtonLink, LoadError, LoadMore, Name, Sheet } from '../../../ui/index.ts';
import { invitedPages } from '../api.ts';

const STATE_TEXTS: Record<InvitationState, MessageId> = {
  sent: 'web.invitations.state.sent',
  quoted: 'web.invitations.state.quoted',
  declined: 'web.invitations.state.declined',
  lapsed: 'web.invitations.state.lapsed',
  withdrawn: 'web.invitations.state.withdrawn',
};

/** On the poster's page of an open job: whom they have invited to quote, what became of it, and how many are left. */
export function InvitedSheet({ job }: { job: { id: number; state: string } }) {
  const t = useT();
  const list = useInfiniteQuery(invitedPages(job.id));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const left = list.data?.pages[0]?.left ?? 0;
  const isOpen = job.state === 'open';
  if (list.error)
    return (
      <Sheet title={t('web.invitations.invited')}>
        <LoadError error={list.error} onRetry={list.refetch} />
      </Sheet>
    );
  if (!list.data || (rows.length === 0 && !isOpen)) return null;
  return (
    <Sheet title={t('web.invitations.invited')}>
      <ul className="inv-people">
        {rows.map((invited) => (
          <InvitedRow key={invited.userId} invited={invited} />
        ))}
      </ul>
      <LoadMore list={list} />
      {isOpen && (
        <>
          <p className="t2 mut inv-left">{t('web.invitations.left', { count: left })}</p>
          {left > 0 && <ButtonLink to={paths.connects()}>{t('web.invitations.findPeople')}</ButtonLink>}
        </>
      )}
    </Sheet>
  );
}

function InvitedRow({ invited }: { invited: Invited }) {
  const t = useT();
  const { userId, name, image, state, lapsesAt } = invited;
  return (
    <li>
      <Avatar name={name} photo={image} />
      <div>
        <Link to={paths.person(userId)}>
          <Name>{name}</Name>
        </Link>
        <p className="t2 mut">{t(STATE_TEXTS[state], { date: formatDate(t, lapsesAt, { year: false }) })}</p>
      </div>
    </li>
  );
}
