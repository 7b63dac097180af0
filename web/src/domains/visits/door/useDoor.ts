import { useQuery } from '@tanstack/react-query';
import { calculateDoorCode } from '@fws/contract/visits/door/code';
import { signDoor } from '@fws/contract/visits/door/scan';
import type { Visit } from '@fws/contract/visits/schemas';
import { useOnline } from '../../../platform/offline/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { readDoorKey } from './key.ts';
import { toSubject } from './subject.ts';

/** What the poster shows at the door. Both are made on this device, and work without a network. */
export function useDoor(visit: Visit): { digits: string | undefined; scan: string | null | undefined } {
  const userId = useUser().id;
  const online = useOnline();
  const { secret, milestoneId } = visit;
  const subject = toSubject(visit);
  const digits = useQuery({
    queryKey: ['door-code', secret, subject],
    networkMode: 'always',
    queryFn: () => (secret === null ? null : calculateDoorCode(secret, subject)),
    staleTime: Infinity,
  });
  const scan = useQuery({
    queryKey: ['door-scan', userId, subject, online],
    networkMode: 'always',
    retry: false,
    // Another phone of the poster may have taken its place.
    staleTime: 0,
    queryFn: async () => {
      const key = await readDoorKey({ userId, milestoneId }, online).catch(() =>
        readDoorKey({ userId, milestoneId }, false),
      );
      return key ? signDoor(key, subject, { keyId: key.keyId, signedMs: Date.now() }) : null;
    },
  });
  return { digits: digits.data ?? undefined, scan: scan.data };
}
