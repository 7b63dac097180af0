import type { VisitWindow } from '../window.ts';

/** The visit that a code or a scan starts. Neither starts anything else. */
export interface DoorSubject extends VisitWindow {
  jobId: number;
  milestoneId: number;
  workerId: number;
}

/** As the code and the signature name it. */
export const describeSubject = ({ jobId, milestoneId, workerId, startsMs, endsMs }: DoorSubject): string =>
  [jobId, milestoneId, workerId, startsMs, endsMs].join('.');
