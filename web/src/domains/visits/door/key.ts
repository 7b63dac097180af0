import { createDoorKey } from '@fws/contract/visits/door/scan';
import { withDatabase, type KeptDoorKey } from '../../../platform/storage/index.ts';
import { registerKey } from '../api.ts';

/**
 * The key that this device signs with at the door. Without a network, the one that was registered before; undefined where there
 * is none, and where this browser keeps nothing: then the digits are left.
 */
export async function readDoorKey(
  { userId, milestoneId }: { userId: number; milestoneId: number },
  online: boolean,
): Promise<(KeptDoorKey & { keyId: number }) | undefined> {
  const kept = await withDatabase((database) => database.get('doorKeys', [userId, milestoneId]));
  if (!online) return kept && withId(kept, kept.keyId);
  const key = kept ?? { userId, milestoneId, ...(await createDoorKey()), keyId: null };
  const keyId = await registerKey(milestoneId, key.publicKey);
  const registered = { ...key, keyId };
  await withDatabase((database) => database.put('doorKeys', registered));
  return registered;
}

const withId = (key: KeptDoorKey, keyId: number | null) => (keyId === null ? undefined : { ...key, keyId });
