import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OpsCaseDetail as OpsCase } from '@fws/contract/admin/cases/schemas';
import { formatDate, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Badge, Note } from '../../../ui/index.ts';
import { opsCaseQuery } from './api.ts';
import { refreshQueue } from '../queue/api.ts';
import { OpsCaseForm } from './OpsCaseForm.tsx';
import { getDecisionLabel, getCaseName } from './labels.ts';
import { CaseFrame } from '../queue/CaseFrame.tsx';
import { DecisionGate } from '../shared/DecisionGate.tsx';
import { OpsCaseFacts } from './OpsCaseFacts.tsx';

/**
 * Money that waits for a person: what happened, where it is, what the provider reported, and the possible
 * decisions.
 */
export function OpsCaseDetail({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(opsCaseQuery(id));
  const isOver = query.data !== undefined && query.data.resolved !== null;
  // The case may resolve by itself while it is open: refresh the queue so that it disappears there too.
  useEffect(() => {
    if (isOver) void refreshQueue();
  }, [isOver]);
  return (
    <CaseFrame query={query}>
      {(opsCase) => ({
        overline: t('web.admin.caseOver', {
          subject: opsCase.withdrawal ? `#${opsCase.subject}` : opsCase.subject,
          date: `${formatDate(t, opsCase.raisedAt)}, ${formatTime(t, opsCase.raisedAt)}`,
        }),
        title: getCaseName(opsCase.kind),
        badge: opsCase.amountPaise !== null && (
          <Badge tone={isOver ? 'released' : 'held'} icon={isOver ? 'check' : 'pause'}>
            {formatRupees(opsCase.amountPaise)}
          </Badge>
        ),
        facts: <OpsCaseFacts opsCase={opsCase} />,
        decide: opsCase.resolved ? (
          <Ended ended={opsCase.resolved} />
        ) : (
          <DecisionGate ability={opsCase.mayDecide}>
            <OpsCaseForm opsCase={opsCase} />
          </DecisionGate>
        ),
      })}
    </CaseFrame>
  );
}

function Ended({ ended }: { ended: NonNullable<OpsCase['resolved']> }) {
  const t = useT();
  const date = formatDate(t, ended.at);
  return (
    <Note tone="good">
      {ended.decision === null
        ? t('web.admin.caseByItself', { date })
        : t('web.admin.caseEnded', { person: ended.by, date, decision: getDecisionLabel(ended.decision) })}
    </Note>
  );
}
