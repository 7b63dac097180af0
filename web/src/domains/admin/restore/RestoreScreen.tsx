import '../backoffice.css';
import { useQuery } from '@tanstack/react-query';
import type { RestoreCase } from '@fws/contract/admin/restore/schemas';
import { hasPermission } from '@fws/contract/platform/permissions';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Empty, Note, Screen, Sheet } from '../../../ui/index.ts';
import { statusQuery } from '../api.ts';
import { FactTable } from '../queue/CaseFrame.tsx';
import { formatMoment } from '../health/labels.ts';
import { adminPaths } from '../paths.ts';
import { CompareForm } from './CompareForm.tsx';
import { ComparisonResult } from './ComparisonResult.tsx';
import { RecoverForm } from './RecoverForm.tsx';
import { ReopenForm } from './ReopenForm.tsx';
import { restoreQuery } from './api.ts';

const POLL_MS = 2000;

/** After a restore: the waiting money, the findings of the comparison, and the reopening of payouts by two people. */
export function RestoreScreen() {
  const t = useT();
  const query = useQuery({
    ...restoreQuery(),
    refetchInterval: ({ state: { data } }) => (data?.comparison?.running ? POLL_MS : false),
  });
  const { data } = query;
  return (
    <Screen
      title={t('web.backoffice.restore.title')}
      lead={t('web.backoffice.restore.lead')}
      data={query}
      empty={
        data?.restore === null && (
          <Empty title={t('admin.restore_none')}>
            {data.reopenedAt === null
              ? t('web.backoffice.restore.neverPaused')
              : t('web.backoffice.restore.reopened', { when: formatMoment(data.reopenedAt) })}
          </Empty>
        )
      }
    >
      {() => data?.restore && <Paused data={data} />}
    </Screen>
  );
}

function Paused({ data }: { data: RestoreCase }) {
  const t = useT();
  const { data: status } = useQuery(statusQuery());
  const canDecide = status !== undefined && hasPermission(status.role, 'money.decide');
  return (
    <div className="stack of-restore">
      <Note tone="warn">{t('web.backoffice.restore.paused')}</Note>
      <State data={data} />
      <Comparison data={data} />
      {canDecide && <RecoverForm />}
      <Sheet title={t('web.backoffice.restore.reopen')}>
        <Reopening data={data} canDecide={canDecide} />
      </Sheet>
    </div>
  );
}

/** When and to which moment the books were restored, and the waiting money. */
export function State({ data: { restore, waiting } }: { data: RestoreCase }) {
  const t = useT();
  const formatWaiting = ({ count, paise }: { count: number; paise: number }) =>
    t('web.backoffice.restore.waits', { count, amount: formatRupees(paise) });
  return (
    <Sheet title={t('web.backoffice.restore.state')}>
      <FactTable
        rows={[
          [t('web.backoffice.restore.restoredTo'), restore ? formatMoment(restore.restoredTo) : ''],
          [t('web.backoffice.restore.markedAt'), restore ? formatMoment(restore.markedAt) : ''],
          [t('web.backoffice.restore.withdrawals'), formatWaiting(waiting.withdrawals)],
          [t('web.backoffice.restore.refunds'), formatWaiting(waiting.refunds)],
        ]}
      />
    </Sheet>
  );
}

function Comparison({ data: { comparison } }: { data: RestoreCase }) {
  const t = useT();
  return (
    <Sheet title={t('web.backoffice.restore.comparison')}>
      <CompareForm comparison={comparison} />
      <ComparisonResult comparison={comparison} />
    </Sheet>
  );
}

function Reopening({ data, canDecide }: { data: RestoreCase; canDecide: boolean }) {
  const t = useT();
  const { proposal, blocker, comparison } = data;
  if (proposal)
    return (
      <Note tone="warn">
        {t('web.admin.waitsForSecond', { person: proposal.askedBy })} “{proposal.reason}”{' '}
        <Link to={adminPaths.case('approval', proposal.approvalId)}>
          {t('web.backoffice.restore.toDecision')}
        </Link>
      </Note>
    );
  if (blocker !== null) return <Note>{t(`web.backoffice.restore.blocker.${blocker}`)}</Note>;
  if (!canDecide) return <Note>{t('admin.not_permitted')}</Note>;
  return comparison && <ReopenForm key={comparison.runId} comparison={comparison} />;
}
