import { useQuery } from '@tanstack/react-query';
import { useParams, type Address } from '../../../platform/router/index.ts';
import type { JobDetail as Job } from '@fws/contract/jobs/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useInteractive } from '../../../platform/interactive/index.ts';
import { Columns, Screen } from '../../../ui/index.ts';
import { jobQuery, JobSheet, PosterSheet } from '../../jobs/index.ts';
import { questionPages, Questions } from '../../conversations/index.ts';
import { InvitationNote } from '../../invitations/index.ts';
import { AwayNote } from '../../profile/index.ts';
import { HeldBackNote, OwnHiddenNote } from '../../safety/index.ts';
import { feeSharesQuery, paymentLimitsQuery } from '../api.ts';
import { NoQuote } from '../components/NoQuote.tsx';
import { QuoteBar } from '../components/QuoteBar.tsx';
import { QuotePanel } from '../components/QuotePanel.tsx';

/** A job, with the panel to quote on it. */
export default function JobDetail() {
  const t = useT();
  const { id = '' } = useParams();
  const job = useQuery(jobQuery(id));
  return (
    <Screen
      title={job.data ? t('web.jobs.number', { number: job.data.number }) : t('web.jobs.job')}
      back={{ to: paths.home(), label: t('web.quotes.backToJobs') }}
      data={job}
      hideTitle
    >
      {() => job.data && <Content job={job.data} />}
    </Screen>
  );
}

/** With what the panel needs, which most readers of a job may use. */
JobDetail.firstQueries = ({ id }: Address) => [
  jobQuery(id),
  questionPages(id),
  feeSharesQuery(),
  paymentLimitsQuery(),
];

function Content({ job }: { job: Job }) {
  const ability = job.abilities.quote;
  const interactive = useInteractive();
  return (
    <>
      <HeldBackNote heldBack={job.heldBack} />
      <OwnHiddenNote type="job" subject={job} />
      <Columns
        wideAside
        aside={
          ability.allowed ? (
            interactive ? (
              <>
                <AwayNote date={job.takeWorkOn} />
                <QuotePanel key={job.id} job={job} />
              </>
            ) : (
              <div className="quote-wait" />
            )
          ) : (
            <NoQuote job={job} reason={ability.reason} />
          )
        }
      >
        <JobSheet job={job} />
        <InvitationNote job={job} />
        <PosterSheet poster={job.poster} />
        <Questions job={job} />
      </Columns>
      {ability.allowed && <QuoteBar key={job.id} job={job} hasPanel={interactive} />}
    </>
  );
}
