import '../plan-change.css';
import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import { useParams, type Address } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatTime, useT, type Translate } from '../../../platform/i18n/index.ts';
import { LoadError, LoadMore, Note, Screen } from '../../../ui/index.ts';
import { contractQuery } from '../api.ts';
import { ContractSkeleton } from '../components/ContractSkeleton.tsx';
import { PlanChangeAnswer } from '../components/PlanChangeAnswer.tsx';
import { PlanChangeForm } from '../components/PlanChangeForm.tsx';
import { PlanHistory } from '../components/PlanHistory.tsx';
import { changePages } from '../planApi.ts';

/** The changes of a job's plan: the one that waits for an answer, or a form for a new one, and the earlier ones. */
export default function PlanChange() {
  const t = useT();
  const { id = '' } = useParams();
  const query = useQuery(contractQuery(id));
  const list = useInfiniteQuery(changePages(id));
  const contract = query.data;
  const changes = list.data?.pages.flatMap((page) => page.items);
  const open = changes?.find(({ state }) => state === 'proposed') ?? null;
  const back =
    contract?.side === 'worker'
      ? { to: paths.myJob(id), label: contract.title }
      : { to: paths.awardedJob(id), label: contract?.title ?? t('web.jobs.job') };
  return (
    <Screen
      title={contract && changes ? getTitle(t, contract, open) : t('web.contracts.plan.window')}
      windowTitle={t('web.contracts.plan.window')}
      lead={contract && changes && getLead(t, contract, open)}
      back={back}
      data={list.isPending || list.error ? list : query}
      skeleton={<ContractSkeleton />}
    >
      {() =>
        contract &&
        changes && (
          <>
            {query.error && <LoadError error={query.error} onRetry={query.refetch} />}
            <Current contract={contract} open={open} />
            <PlanHistory contract={contract} changes={changes.filter((change) => change !== open)} />
            <LoadMore list={list} />
          </>
        )
      }
    </Screen>
  );
}

PlanChange.firstQueries = ({ id }: Address) => [contractQuery(id), changePages(id)];

/** The open change with its answers, or a form. */
function Current({ contract, open }: { contract: Contract; open: ChangeOrder | null }) {
  const t = useT();
  const [countered, setCountered] = useState<number>();
  if (open && countered !== open.version)
    return (
      <PlanChangeAnswer contract={contract} change={open} onCounter={() => setCountered(open.version)} />
    );
  if (open)
    return (
      <PlanChangeForm
        key={open.version}
        contract={contract}
        change={open}
        onClose={() => setCountered(undefined)}
      />
    );
  const { propose, planVersion } = contract.change;
  if (!propose.allowed) return <Note>{t(propose.reason)}</Note>;
  return <PlanChangeForm key={`new-${planVersion}`} contract={contract} change={null} />;
}

function getTitle(t: Translate, contract: Contract, open: ChangeOrder | null): string {
  if (!open)
    return t(contract.change.propose.allowed ? 'web.contracts.plan.propose' : 'web.contracts.plan.history');
  return open.side === contract.side
    ? t('web.contracts.plan.yours')
    : t('web.contracts.plan.theirs', { name: contract[open.side].name });
}

function getLead(t: Translate, contract: Contract, open: ChangeOrder | null): string {
  const last = open?.turns.at(-1);
  if (!open || !last) return t('web.contracts.plan.lead', { number: contract.jobNumber });
  return t(open.side === contract.side ? 'web.contracts.plan.leadYours' : 'web.contracts.plan.leadTheirs', {
    number: contract.jobNumber,
    when: formatMoment(t, last.at),
  });
}

const formatMoment = (t: Translate, at: string): string =>
  t('web.contracts.split.moment', { date: formatDate(t, at, { year: false }), time: formatTime(t, at) });
