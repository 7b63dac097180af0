import { useQuery } from '@tanstack/react-query';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Badge, Note } from '../../../ui/index.ts';
import { disputeQuery } from './api.ts';
import { SettleForm } from './SettleForm.tsx';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { DisputeFacts } from './DisputeFacts.tsx';

export function DisputeCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(disputeQuery(id));
  return (
    <CaseFrame query={query}>
      {(dispute) => {
        const heldPaise = dispute.held.reduce((sum, part) => sum + part.amountPaise, 0);
        return {
          overline: t('web.admin.disputeOver', {
            ticket: dispute.ticket,
            date: formatDate(t, dispute.raisedAt),
          }),
          title: dispute.job.title,
          badge: heldPaise > 0 && (
            <Badge tone="stop" icon="pause">
              {t('web.admin.onHold', { amount: formatRupees(heldPaise) })}
            </Badge>
          ),
          facts: <DisputeFacts dispute={dispute} />,
          decide:
            dispute.settlement === null ? (
              dispute.state === 'open' ? (
                <DecisionGate ability={dispute.mayDecide}>
                  {dispute.waitsForFws && <Note tone="warn">{t('web.admin.raisedAgain')}</Note>}
                  <SettleForm dispute={dispute} />
                </DecisionGate>
              ) : (
                <Note>{t('web.admin.withdrawn')}</Note>
              )
            ) : (
              <Note tone="good">
                {t('web.admin.settledBy', {
                  person: dispute.settlement.by,
                  worker: formatRupees(dispute.settlement.toWorkerPaise),
                  poster: formatRupees(dispute.settlement.toPosterPaise),
                })}
              </Note>
            ),
        };
      }}
    </CaseFrame>
  );
}
