import { useQuery } from '@tanstack/react-query';
import { SkeletonLine } from '../../../ui/index.ts';
import { visitQuery } from '../api.ts';

/** Keeps the place of the card while its code is loaded. Nothing where no visit was agreed. */
export function VisitPlaceholder({ jobId }: { jobId: number }) {
  const visit = useQuery(visitQuery(jobId)).data?.items[0];
  if (!visit) return null;
  return (
    <>
      <div className="sheet sk-card">
        <SkeletonLine width="40%" height={26} />
        <SkeletonLine width="70%" />
        <SkeletonLine width="50%" />
        <SkeletonLine height={48} />
      </div>
      {visit.claim && (
        <div className="sheet sk-card">
          <SkeletonLine width="60%" height={26} />
          <SkeletonLine height={72} />
          <SkeletonLine height={160} />
          <SkeletonLine height={48} />
        </div>
      )}
    </>
  );
}
