import type { Visit } from '@fws/contract/visits/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatTime, useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Note } from '../../../ui/index.ts';
import { stateNames } from '../labels.ts';
import { isVisitStarted } from '../states.ts';

/** A visit that needs no code any more. */
export function VisitOver({ visit }: { visit: Visit }) {
  const t = useT();
  const { jobId, side, state, startedAt, endedAt } = visit;
  const isStarted = isVisitStarted(state) && startedAt !== null;
  const text = isStarted
    ? t('web.visits.startedAt', { time: formatTime(t, startedAt) })
    : t(stateNames[state]);
  return (
    <Note
      tone={isStarted ? 'good' : 'info'}
      action={
        <ButtonLink to={side === 'poster' ? paths.awardedJob(jobId) : paths.myJob(jobId)}>
          {t('web.visits.toJob')}
        </ButtonLink>
      }
    >
      {text} {endedAt !== null && t('web.visits.endedAt', { time: formatTime(t, endedAt) })}
    </Note>
  );
}
