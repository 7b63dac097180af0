import { APPEAL_ANSWER_DAYS } from '@fws/contract/safety/model';
import type { Takedown } from '@fws/contract/safety/schemas';
import { formatDate, formatMoment, useT } from '../../../platform/i18n/index.ts';
import { Note, Sheet } from '../../../ui/index.ts';
import { AppealForm } from '../forms/AppealForm.tsx';

/** The form of an appeal while there is time; then the appeal and its answer. */
export function AppealSheet({ takedown }: { takedown: Takedown }) {
  const t = useT();
  const { appeal, id } = takedown;
  if (appeal.sentAt !== null) return <SentAppeal appeal={appeal} sentAt={appeal.sentAt} />;
  return (
    <Sheet title={t('web.safety.appeal.ask')}>
      {appeal.mayAppeal.allowed ? (
        <>
          <p className="sf-note">{t('web.safety.appeal.who', { days: APPEAL_ANSWER_DAYS })}</p>
          <AppealForm takedownId={String(id)} />
          <p className="sf-note">{t('web.safety.appeal.until', { date: formatDate(t, appeal.until) })}</p>
        </>
      ) : (
        <p className="sf-note">{t(appeal.mayAppeal.reason)}</p>
      )}
    </Sheet>
  );
}

function SentAppeal({ appeal, sentAt }: { appeal: Takedown['appeal']; sentAt: string }) {
  const t = useT();
  const { decision, answerBy, text, words } = appeal;
  return (
    <Sheet title={t('web.safety.appeal.mine')}>
      <p className="sf-note">{t('web.safety.appeal.sent', { date: formatMoment(t, sentAt) })}</p>
      <p className="sf-words">“{text}”</p>
      {decision === null ? (
        answerBy !== null && (
          <p className="sf-note">{t('web.safety.appeal.answerBy', { date: formatDate(t, answerBy) })}</p>
        )
      ) : (
        <Note tone={decision === 'put_back' ? 'good' : 'warn'}>
          <b>{t(`web.safety.appeal.${decision}`)}</b>
          {words !== '' && <p>{t('web.safety.taken.words', { words })}</p>}
        </Note>
      )}
    </Sheet>
  );
}
