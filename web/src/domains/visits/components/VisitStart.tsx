import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../../platform/clock/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { ButtonLink } from '../../../ui/index.ts';
import { visitQuery } from '../api.ts';
import { isStartable } from '../states.ts';
import { formatVisitTime } from '../wording.ts';

type OfMilestone = { jobId: number; milestone: { id: number } };

function useVisitAt({ jobId, milestone }: OfMilestone) {
  const visit = useQuery(visitQuery(jobId)).data?.items[0];
  return visit?.milestoneId === milestone.id && isStartable(visit.state) ? visit : undefined;
}

/** Work that begins with a visit starts at the door. Any other: by the button inside. */
export function VisitStart({
  label,
  children,
  ...milestone
}: OfMilestone & { label: string; children: ReactNode }) {
  const visit = useVisitAt(milestone);
  if (!visit) return children;
  return (
    <ButtonLink variant="primary" to={paths.visit(visit.jobId)}>
      {label}
    </ButtonLink>
  );
}

/** Below the milestone that begins with it. */
export function VisitHint(milestone: OfMilestone) {
  const t = useT();
  const now = useNow();
  const visit = useVisitAt(milestone);
  if (!visit) return null;
  return <p className="t2 mut">{t('web.contracts.hint.visit', { time: formatVisitTime(t, visit, now) })}</p>;
}
