import type { DoorSubject } from '@fws/contract/visits/door/subject';
import type { Visit } from '@fws/contract/visits/schemas';

/** What the code and the scan of a visit name. */
export const toSubject = ({ jobId, milestoneId, workerId, startsAt, endsAt }: Visit): DoorSubject => ({
  jobId,
  milestoneId,
  workerId,
  startsMs: Date.parse(startsAt),
  endsMs: Date.parse(endsAt),
});
