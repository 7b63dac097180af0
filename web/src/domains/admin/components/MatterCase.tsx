import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MatterCase as Matter } from '@fws/contract/admin/matters/model';
import { formatDate, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Badge, Note } from '../../../ui/index.ts';
import { matterQuery, refreshQueue } from '../api.ts';
import { MatterForm } from '../forms/MatterForm.tsx';
import { getDecisionLabel, matterName } from '../words.ts';
import { CaseFrame } from './CaseFrame.tsx';
import { MatterFacts } from './MatterFacts.tsx';

/**
 * Money that waits for a person: what happened, where it is, what the provider reported, and the possible
 * decisions.
 */
export function MatterCase({ id }: { id: string }) {
  const t = useT();
  const query = useQuery(matterQuery(id));
  const isOver = query.data !== undefined && query.data.resolved !== null;
  // The case may resolve by itself while it is open: refresh the queue so that it disappears there too.
  useEffect(() => {
    if (isOver) void refreshQueue();
  }, [isOver]);
  return (
    <CaseFrame query={query}>
      {(matter) => ({
        overline: t('web.admin.matterOver', {
          subject: matter.withdrawal ? `#${matter.subject}` : matter.subject,
          date: `${formatDate(matter.raisedAt)}, ${formatTime(matter.raisedAt)}`,
        }),
        title: matterName(matter.kind),
        badge: matter.amountPaise !== null && (
          <Badge tone={isOver ? 'released' : 'held'} icon={isOver ? 'check' : 'pause'}>
            {formatRupees(matter.amountPaise)}
          </Badge>
        ),
        facts: <MatterFacts matter={matter} />,
        decide: matter.resolved ? <Ended ended={matter.resolved} /> : <MatterForm matter={matter} />,
      })}
    </CaseFrame>
  );
}

function Ended({ ended }: { ended: NonNullable<Matter['resolved']> }) {
  const t = useT();
  const date = formatDate(ended.at);
  return (
    <Note tone="good">
      {ended.decision === null
        ? t('web.admin.matterByItself', { date })
        : t('web.admin.matterEnded', { person: ended.by, date, decision: getDecisionLabel(ended.decision) })}
    </Note>
  );
}
