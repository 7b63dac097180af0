import { useInfiniteQuery } from '@tanstack/react-query';
import { findReturn } from '@fws/contract/profile/availability/model';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';
import { inviteOptionPages } from '../api.ts';

/** Above the form of a new job: who is invited when it is posted, and whether they are away on its first day. */
export default function NewJobInviteNote({ userId, takeWorkOn }: { userId: number; takeWorkOn: string }) {
  const t = useT();
  const options = useInfiniteQuery(inviteOptionPages(userId));
  const person = options.data?.pages[0]?.person;
  if (options.error) return <Note tone="warn">{options.error.message}</Note>;
  if (!person) return null;
  const back = takeWorkOn === '' ? null : findReturn(person.availability, takeWorkOn);
  const name = person.firstName;
  const format = (day: string) => formatDate(t, day, { year: false });
  return (
    <>
      <Note>{t('web.jobs.post.invites', { name })}</Note>
      {back !== null && (
        <Note tone="warn">
          {t('web.jobs.post.invitedAway', { name, date: format(takeWorkOn), back: format(back) })}
        </Note>
      )}
    </>
  );
}
