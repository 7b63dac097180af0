import '../contracts.css';
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Redirect, useParams, type Address } from '../../../platform/router/index.ts';
import type { Side } from '@fws/contract/contracts/model';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Columns, LoadError, Note, Screen } from '../../../ui/index.ts';
import { repeatQuery } from '../../repeats/index.ts';
import { VisitCard, VisitPlaceholder, visitQuery } from '../../visits/index.ts';
import { contractQuery } from '../api.ts';
import { ContractAside } from '../components/ContractAside.tsx';
import { ContractSkeleton } from '../components/ContractSkeleton.tsx';
import { Milestones } from '../components/Milestones.tsx';
import { PosterMoney, WorkerMoney } from '../components/MoneySheet.tsx';
import { OpenChangeNote } from '../components/PlanLink.tsx';
import { SplitSheet } from '../components/SplitSheet.tsx';

/** An awarded job with its milestones. Each side has its own URL. */
export default function ContractScreen({ side }: { side: Side }) {
  const t = useT();
  const { id = '' } = useParams();
  const query = useQuery(contractQuery(id));
  const contract = query.data;
  if (contract && contract.side !== side)
    return <Redirect to={contract.side === 'poster' ? paths.awardedJob(id) : paths.myJob(id)} replace />;
  const back =
    side === 'poster'
      ? { to: `${paths.postedJobs()}?tab=awarded`, label: t('web.jobs.mine.awarded') }
      : { to: paths.myJobs(), label: t('shell.doing') };
  return (
    <Screen
      title={contract?.title ?? t('web.jobs.job')}
      windowTitle={t(`web.contracts.window.${side}`, { job: contract?.title ?? t('web.jobs.job') })}
      lead={
        contract &&
        t('web.contracts.lead', {
          number: contract.jobNumber,
          place: contract.location,
          date: formatDate(t, contract.awardedAt),
        })
      }
      back={back}
      data={query}
      skeleton={<ContractSkeleton />}
    >
      {() =>
        contract && (
          <>
            {query.error && <LoadError error={query.error} onRetry={query.refetch} />}
            {contract.suspended && (
              <Note tone="warn">
                {t(`web.contracts.suspended.${contract.suspended}`, {
                  name: contract[contract.suspended].name,
                })}
              </Note>
            )}
            <OpenChangeNote contract={contract} />
            <Columns aside={<ContractAside contract={contract} />}>
              {side === 'poster' ? <PosterMoney contract={contract} /> : <WorkerMoney contract={contract} />}
              <Suspense fallback={<VisitPlaceholder jobId={contract.jobId} />}>
                <VisitCard contract={contract} />
              </Suspense>
              {contract.milestones.map(
                (milestone) =>
                  milestone.split && (
                    <SplitSheet
                      key={milestone.id}
                      contract={contract}
                      milestone={milestone}
                      split={milestone.split}
                    />
                  ),
              )}
              <Milestones contract={contract} />
            </Columns>
          </>
        )
      }
    </Screen>
  );
}

ContractScreen.firstQueries = ({ id }: Address) => [contractQuery(id), repeatQuery(id), visitQuery(id)];
