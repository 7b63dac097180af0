import '../invitations.css';
import type { Invitation } from '@fws/contract/invitations/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Sheet } from '../../../ui/index.ts';
import { MaskedText } from '../../../ui/MaskedText.tsx';
import { DeclineButton } from './DeclineButton.tsx';

type Props = { invitation: Invitation; mayQuote: boolean };

/** Who invites the reader to quote on a job, and their line. */
export default function InvitationSheet({ invitation, mayQuote }: Props) {
  const t = useT();
  const { note, poster, state, lapsesAt } = invitation;
  return (
    <Sheet title={t('web.invitations.invitesYou', { name: poster.name })}>
      {note !== '' && <MaskedText text={note} className="inv-note" />}
      {state === 'sent' && mayQuote && (
        <div className="inv-answer">
          <p className="t2 mut">{t('web.invitations.answerBy', { date: formatDate(t, lapsesAt) })}</p>
          <DeclineButton invitation={invitation} />
        </div>
      )}
    </Sheet>
  );
}
