import '../visits.css';
import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@fws/contract/contracts/schemas';
import type { Visit } from '@fws/contract/visits/schemas';
import { useT, type Translate } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useParams, type Address } from '../../../platform/router/index.ts';
import { Empty, Screen } from '../../../ui/index.ts';
import { jobQuery, visitQuery } from '../api.ts';
import { PosterDoor } from '../components/PosterDoor.tsx';
import { WorkerDoor } from '../components/WorkerDoor.tsx';
import { isStartable, isVisitStarted } from '../states.ts';

/** A visit, on the day itself: the poster’s code, or the worker’s steps. */
export default function VisitScreen() {
  const t = useT();
  const { id = '' } = useParams();
  const query = useQuery(visitQuery(id));
  const job = useQuery(jobQuery(id));
  const visit = query.data?.items[0];
  const contract = job.data;
  const data = query.data && !contract ? job : query;
  return (
    <Screen
      title={contract && visit ? getTitle(t, visit, contract) : t('web.visits.title')}
      windowTitle={t('web.visits.title')}
      lead={contract && t('web.visits.lead', { number: contract.jobNumber, ...describeLead(contract) })}
      back={{
        to: contract?.side === 'poster' ? paths.awardedJob(id) : paths.myJob(id),
        label: contract?.title ?? t('web.visits.job'),
      }}
      data={data}
      {...(query.data && contract && !visit && { empty: <Empty title={t('web.visits.none')}>{null}</Empty> })}
    >
      {() =>
        visit &&
        contract &&
        (visit.side === 'poster' ? (
          <PosterDoor visit={visit} contract={contract} />
        ) : (
          <WorkerDoor visit={visit} contract={contract} />
        ))
      }
    </Screen>
  );
}

VisitScreen.firstQueries = ({ id }: Address) => [visitQuery(id), jobQuery(id)];

function getTitle(t: Translate, { side, state, arrivedAt }: Visit, { title, worker }: Contract): string {
  if (side === 'worker') return title;
  if (!isStartable(state) && !isVisitStarted(state)) return t('web.visits.title');
  const isAtDoor = arrivedAt !== null && isStartable(state);
  return t(isAtDoor ? 'web.visits.atDoor' : 'web.visits.visitBy', { name: worker.name });
}

/** What the heading does not say. */
const describeLead = ({ side, title, poster }: Contract): { of: string } => ({
  of: side === 'poster' ? title : poster.name,
});
