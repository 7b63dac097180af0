import type { JobDetail, PosterRecord } from '@fws/contract/jobs/schemas';
import { formatMonth, useT, type Translate } from '../../../platform/i18n/index.ts';
import { Person, Rating, RecordTable, ReliabilityLine, Sheet } from '../../../ui/index.ts';
import { roundDuration } from '../roundDuration.ts';

/** Visitors do not see how reliable somebody is. */
type Shown = PosterRecord & Partial<Pick<JobDetail['poster'], 'reliability'>>;

/** Who posted a job, and what they have done here. */
export function PosterSheet({ poster }: { poster: Shown }) {
  const t = useT();
  return (
    <Sheet title={t('web.jobs.record')}>
      <Person name={poster.name} verified={poster.verified}>
        {poster.rating !== null && (
          <div className="row t2">
            <Rating value={poster.rating} />
            <span className="mut">{t('web.jobs.record.from', { count: poster.ratings })}</span>
          </div>
        )}
        <div className="t2 mut">
          {t('web.jobs.record.since', { month: formatMonth(t, `${poster.memberSince}-01`) })}
        </div>
      </Person>
      {poster.jobsPosted <= 1 ? (
        <p className="record-first">{t('web.jobs.record.first')}</p>
      ) : (
        <>
          <RecordTable items={listFacts(t, poster)} />
          <p className="record-note">{t('web.jobs.record.counted')}</p>
        </>
      )}
    </Sheet>
  );
}

function listFacts(t: Translate, poster: Shown) {
  const { jobsAwarded: awarded, jobsPosted: posted } = poster;
  return [
    { label: t('web.jobs.record.awarded'), value: t('web.jobs.record.of', { awarded, posted }) },
    { label: t('web.jobs.record.released'), value: t(`web.jobs.record.band.${poster.moneyReleased}`) },
    { label: t('web.jobs.record.answers'), value: formatDuration(t, poster.answerMinutes) },
    { label: t('web.jobs.record.releases'), value: formatDuration(t, poster.releaseMinutes) },
    ...(poster.reliability
      ? [
          {
            label: t('web.jobs.record.reliability'),
            value: <ReliabilityLine value={poster.reliability} />,
          },
        ]
      : []),
  ];
}

function formatDuration(t: Translate, minutes: number | null): string {
  if (minutes === null) return t('web.jobs.record.tooFew');
  const { unit, count } = roundDuration(minutes);
  return t(`web.jobs.record.${unit}`, { count });
}
