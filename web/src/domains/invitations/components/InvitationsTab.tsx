import '../invitations.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Invitation } from '@fws/contract/invitations/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import {
  Avatar,
  ButtonLink,
  Empty,
  Icon,
  LoadError,
  LoadMore,
  Name,
  Sheet,
  Skeleton,
} from '../../../ui/index.ts';
import { MaskedText, MaskedWords } from '../../../ui/MaskedText.tsx';
import { ReportButton } from '../../safety/index.ts';
import { ownInvitationPages } from '../api.ts';
import { DeclineButton } from './DeclineButton.tsx';
import { MuteButton, MutedSheet } from './Muting.tsx';

/** The invitations that wait for the reader's answer, newest first, and what they are told of. */
export function InvitationsTab() {
  const t = useT();
  const list = useInfiniteQuery(ownInvitationPages());
  const first = list.data?.pages[0];
  if (!first) return list.error ? <LoadError error={list.error} onRetry={list.refetch} /> : <Skeleton />;
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {list.error && <LoadError error={list.error} onRetry={list.refetch} />}
      {rows.length === 0 && (
        <Empty
          title={t('web.invitations.none')}
          action={
            <ButtonLink to={paths.home()} variant="primary">
              {t('shell.findJobs')}
            </ButtonLink>
          }
        >
          {t('web.invitations.noneWhy')}
        </Empty>
      )}
      {rows.map((invitation) => (
        <InvitationCard key={invitation.invitationId} invitation={invitation} />
      ))}
      <LoadMore list={list} />
      <MutedSheet isMuted={first.isMuted} />
    </>
  );
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const t = useT();
  const { jobId, jobTitle, jobNumber, place, takeWorkOn, poster, note, lapsesAt } = invitation;
  return (
    <Sheet>
      <article className="inv-card">
        <h2>
          <Link to={paths.job(jobId)}>
            <MaskedWords text={jobTitle} />
          </Link>
        </h2>
        <p className="dk-sub">
          <span>
            <Icon name="pin" />
            {place}
          </span>
        </p>
        <p className="t2 mut">
          {t('web.invitations.cardFacts', {
            number: jobNumber,
            date: formatDate(t, takeWorkOn, { year: false }),
          })}
        </p>
        <div className="inv-from">
          <Avatar name={poster.name} photo={poster.image} verified={poster.verified} />
          <div>
            <p>
              <b>
                <Name>{poster.name}</Name>
              </b>
            </p>
            {note === '' ? (
              <p className="mut">{t('web.invitations.noLine')}</p>
            ) : (
              <>
                <MaskedText text={note} className="inv-note" />
                <ReportButton
                  small
                  subject={{
                    type: 'job',
                    id: jobId,
                    title: jobTitle,
                    author: poster.name,
                  }}
                  name={jobTitle}
                />
              </>
            )}
          </div>
        </div>
        <p className="t2 mut">{t('web.invitations.answerBy', { date: formatDate(t, lapsesAt) })}</p>
        <div className="inv-buttons">
          <DeclineButton invitation={invitation} />
          <ButtonLink variant="primary" to={paths.job(jobId)}>
            {t('web.invitations.quote')} <span className="vh">{jobTitle}</span>
          </ButtonLink>
        </div>
        <MuteButton poster={poster} />
      </article>
    </Sheet>
  );
}
