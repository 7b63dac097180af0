import { Columns, SkeletonLine } from '../../../ui/index.ts';

const MILESTONES = 3;

/** Placeholders for the total and its bar, the milestones, and the other party. */
export function ContractSkeleton() {
  const person = (
    <div className="sheet sk-card">
      <SkeletonLine width="40%" />
      <SkeletonLine width="70%" height={52} />
      <SkeletonLine height={48} />
    </div>
  );
  return (
    <Columns aside={person}>
      <div className="sheet sk-card">
        <SkeletonLine width="25%" />
        <SkeletonLine width="40%" height={34} />
        <SkeletonLine height={22} />
        <SkeletonLine width="60%" />
      </div>
      <div className="sheet">
        {Array.from({ length: MILESTONES }, (_, index) => (
          <div key={index} className="sk-card con-sk-mile">
            <SkeletonLine width="60%" height={20} />
            <SkeletonLine width="35%" height={26} />
            <SkeletonLine />
          </div>
        ))}
      </div>
    </Columns>
  );
}
