import '../reliability.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OwnOutcome } from '@fws/contract/reliability/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { Link } from '../../../platform/router/index.ts';
import { Empty, LoadMore, Row, Rows, Screen, Sheet } from '../../../ui/index.ts';
import { reliabilityPages } from '../api.ts';
import { OutcomeBadge } from '../components/OutcomeBadge.tsx';
import { Records } from '../components/Records.tsx';

/** The user's records on both sides, and the jobs that they are counted from. */
export default function Reliability() {
  const t = useT();
  const list = useInfiniteQuery(reliabilityPages());
  const [first] = list.data?.pages ?? [];
  const outcomes = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen
      title={t('web.reliability.title')}
      lead={t('web.reliability.lead')}
      back={{ to: paths.profile(), label: t('web.reliability.profile') }}
      data={list}
    >
      {() =>
        first && (
          <>
            <Records records={first} />
            <Sheet title={t('web.reliability.jobs')}>
              {outcomes.length === 0 && <Empty title={t('web.reliability.none')} />}
              <Rows>
                {outcomes.map((outcome) => (
                  <OutcomeRow key={outcome.jobId} outcome={outcome} />
                ))}
              </Rows>
              <LoadMore list={list} />
            </Sheet>
          </>
        )
      }
    </Screen>
  );
}

Reliability.firstQueries = () => [reliabilityPages()];

function OutcomeRow({ outcome }: { outcome: OwnOutcome }) {
  const t = useT();
  const { jobId, jobTitle, jobNumber, awardedAt, reason } = outcome;
  return (
    <Row
      title={<Link to={paths.jobOutcome(jobId)}>{jobTitle}</Link>}
      detail={
        <>
          {t('web.reliability.awarded', { number: jobNumber, date: formatDate(t, awardedAt) })}
          <br />
          {t(`web.reliability.reason.${reason}`)}
        </>
      }
      action={<OutcomeBadge outcome={outcome} />}
    />
  );
}
