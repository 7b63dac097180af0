import { useContacts } from '../../../platform/contacts/index.ts';
import { formatDate, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Note } from '../../../ui/index.ts';

/** Replaces the withdrawal after its owner reported that something was not them: why, and who can undo it. */
export function WithdrawalsStopped({ stoppedAt }: { stoppedAt: string }) {
  const t = useT();
  const contacts = useContacts();
  const values = { date: formatDate(t, stoppedAt, { year: false }), time: formatTime(t, stoppedAt) };
  return (
    <Note tone="bad" icon="pause" role="status">
      <b>{t('web.payouts.stopped')}</b>
      <p className="t2">{t('web.payouts.stoppedWhy', values)}</p>
      <a className="btn second pay-note-button" href={`mailto:${contacts.email}`}>
        {t('web.payouts.writeToSupport')}
      </a>
    </Note>
  );
}
