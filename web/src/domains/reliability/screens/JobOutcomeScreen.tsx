import '../reliability.css';
import { useQuery } from '@tanstack/react-query';
import type { OwnOutcome } from '@fws/contract/reliability/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Link, useParams, type Address } from '../../../platform/router/index.ts';
import { Columns, Note, Screen, Sheet } from '../../../ui/index.ts';
import { jobOutcomeQuery } from '../api.ts';
import { ContestSheet } from '../components/ContestSheet.tsx';
import { OutcomeBadge } from '../components/OutcomeBadge.tsx';

/** What one job is in the user's record, why, and what they can say against it. */
export default function JobOutcomeScreen() {
  const t = useT();
  const { id = '' } = useParams();
  const query = useQuery(jobOutcomeQuery(id));
  const outcome = query.data;
  return (
    <Screen
      title={outcome?.jobTitle ?? t('web.reliability.window')}
      windowTitle={t('web.reliability.window')}
      lead={
        outcome && (
          <span className="tab-num">
            {t('web.reliability.awarded', {
              number: outcome.jobNumber,
              date: formatDate(t, outcome.awardedAt),
            })}
          </span>
        )
      }
      back={{ to: paths.reliability(), label: t('web.reliability.title') }}
      data={query}
    >
      {() =>
        outcome && (
          <Columns aside={outcome.contestUntil === null ? undefined : <ContestSheet outcome={outcome} />}>
            <Why outcome={outcome} />
          </Columns>
        )
      }
    </Screen>
  );
}

JobOutcomeScreen.firstQueries = ({ id }: Address) => [jobOutcomeQuery(id)];

function Why({ outcome }: { outcome: OwnOutcome }) {
  const t = useT();
  const { jobId, reason, side, state, contestUntil } = outcome;
  return (
    <Sheet title={t('web.reliability.why')}>
      <div className="stack">
        <p>
          <OutcomeBadge outcome={outcome} />
        </p>
        <p>{t(`web.reliability.reason.${reason}`)}</p>
        {contestUntil !== null && state !== 'lifted' && <p className="mut">{t('web.reliability.meaning')}</p>}
        {state !== 'open' && (
          <Note tone={state === 'lifted' ? 'good' : 'info'}>{t(`web.reliability.state.${state}`)}</Note>
        )}
        <p>
          <Link to={side === 'poster' ? paths.awardedJob(jobId) : paths.myJob(jobId)}>
            {t('web.reliability.back')}
          </Link>
        </p>
      </div>
    </Sheet>
  );
}
