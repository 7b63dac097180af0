import type { ApprovalCase as Approval } from '@fws/contract/admin/approvals/schemas';
import { useQuery } from '@tanstack/react-query';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, translate, useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { LoadError, Note, Skeleton } from '../../../ui/index.ts';
import { approvalQuery, useDecideApproval } from './api.ts';
import { disputeQuery } from '../disputes/api.ts';
import { opsCaseQuery } from '../cases/api.ts';
import { restoreQuery } from '../restore/api.ts';
import { ComparisonResult } from '../restore/ComparisonResult.tsx';
import { State } from '../restore/RestoreScreen.tsx';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { getDecisionLabel } from '../cases/labels.ts';
import { DisputeFacts } from '../disputes/DisputeFacts.tsx';
import { OpsCaseFacts } from '../cases/OpsCaseFacts.tsx';
import { ReasonForm } from '../shared/ReasonForm.tsx';
import { useFreshCode } from '../login/useFreshCode.tsx';

/** A decision about a large amount that waits for a second person, who reviews the same case. */
export function ApprovalCase({ id }: { id: string }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const query = useQuery(approvalQuery(id));
  const approve = useDecideApproval();
  const intent = useIdempotencyKey();
  const fresh = useFreshCode();
  const decide = (decision: 'approve' | 'decline') => (reason: string) =>
    fresh.run(async () => {
      await approve.mutateAsync({ approvalId: id, decision, reason, key: intent.key() });
    });
  return (
    <CaseFrame query={query}>
      {(approval) => ({
        overline: t('web.admin.approvalOver', {
          person: approval.askedBy,
          when: timeAgo(approval.askedAt),
        }),
        title: getApprovalTitle(approval, t),
        facts: <Facts approval={approval} />,
        decide:
          approval.state === 'waiting' ? (
            <DecisionGate ability={approval.mayDecide}>
              <h3>{t('web.admin.decide')}</h3>
              <Note>“{approval.reason}”</Note>
              {approval.own && <Note tone="warn">{t('admin.approval_own')}</Note>}
              <ReasonForm
                label={t('web.admin.note')}
                choices={[
                  ...(approval.own
                    ? []
                    : [
                        {
                          label:
                            approval.about === 'restore'
                              ? t('web.admin.approveReopening')
                              : t('web.admin.approve', { amount: formatRupees(approval.amountPaise) }),
                          variant: 'dangerSolid' as const,
                          onChoose: decide('approve'),
                          doneText: translate('admin.approval_decided'),
                        },
                      ]),
                  {
                    label: t(approval.own ? 'web.admin.takeBack' : 'web.admin.decline'),
                    variant: 'second',
                    onChoose: decide('decline'),
                    doneText: translate('admin.approval_decided'),
                  },
                ]}
              />
              {fresh.dialog}
            </DecisionGate>
          ) : (
            <Note>{t(`web.admin.approvalState.${approval.state}`)}</Note>
          ),
      })}
    </CaseFrame>
  );
}

function getApprovalTitle({ about, decision, amountPaise }: Approval, t: ReturnType<typeof useT>): string {
  const amount = formatRupees(amountPaise);
  return about === 'case'
    ? `${getDecisionLabel(decision)}: ${amount}`
    : t(`web.admin.approval.${decision as 'refund' | 'reopen'}`, { amount });
}

function Facts({ approval: { about, subjectId } }: { approval: Approval }) {
  switch (about) {
    case 'case':
      return <OpsCase id={String(subjectId)} />;
    case 'dispute':
      return <Dispute id={String(subjectId)} />;
    case 'restore':
      return <Restore />;
  }
}

function Restore() {
  const query = useQuery(restoreQuery());
  if (!query.data)
    return query.error ? <LoadError error={query.error} onRetry={query.refetch} /> : <Skeleton />;
  return (
    <div className="stack">
      <State data={query.data} />
      <ComparisonResult comparison={query.data.comparison} />
    </div>
  );
}

function Dispute({ id }: { id: string }) {
  const query = useQuery(disputeQuery(id));
  if (query.data) return <DisputeFacts dispute={query.data} />;
  return query.error ? <LoadError error={query.error} onRetry={query.refetch} /> : <Skeleton />;
}

function OpsCase({ id }: { id: string }) {
  const query = useQuery(opsCaseQuery(id));
  if (query.data) return <OpsCaseFacts opsCase={query.data} />;
  return query.error ? <LoadError error={query.error} onRetry={query.refetch} /> : <Skeleton />;
}
