import { CONTEST_ANSWER_DAYS } from '@fws/contract/reliability/model';
import type { OwnOutcome } from '@fws/contract/reliability/schemas';
import { formatDate, formatMoment, useT } from '../../../platform/i18n/index.ts';
import { Note, Sheet } from '../../../ui/index.ts';
import { ContestForm } from '../forms/ContestForm.tsx';

/** The form while there is time; then what was written, and the answer of FWS. */
export function ContestSheet({ outcome }: { outcome: OwnOutcome }) {
  const t = useT();
  const { abilities, contest, contestUntil, jobId, state } = outcome;
  if (contest) return <SentContest contest={contest} state={state} />;
  return (
    <Sheet title={t('web.reliability.contest')}>
      {abilities.contest.allowed ? (
        <div className="stack">
          <p className="mut t2">{t('web.reliability.contestWho', { days: CONTEST_ANSWER_DAYS })}</p>
          <ContestForm jobId={String(jobId)} />
          {contestUntil !== null && (
            <p className="mut t2">
              {t('web.reliability.contestUntil', { date: formatDate(t, contestUntil) })}
            </p>
          )}
        </div>
      ) : (
        <p className="mut t2">{t(abilities.contest.reason)}</p>
      )}
    </Sheet>
  );
}

type SentProps = { contest: NonNullable<OwnOutcome['contest']>; state: OwnOutcome['state'] };

function SentContest({ contest, state }: SentProps) {
  const t = useT();
  const { text, sentAt, dueAt, words, decidedAt } = contest;
  return (
    <Sheet title={t('web.reliability.mine')}>
      <p className="mut t2">{t('web.reliability.sent', { date: formatMoment(t, sentAt) })}</p>
      <p className="rel-words">“{text}”</p>
      {decidedAt === null ? (
        <p className="mut t2">{t('web.reliability.answerBy', { date: formatDate(t, dueAt) })}</p>
      ) : (
        <Note tone={state === 'lifted' ? 'good' : 'warn'}>
          {words !== '' && <p className="rel-words">{t('web.reliability.words', { words })}</p>}
        </Note>
      )}
    </Sheet>
  );
}
