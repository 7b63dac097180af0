import { readKeyId, verifyScan } from '@fws/contract/visits/door/scan';
import type { Visit } from '@fws/contract/visits/schemas';
import { toSubject } from './subject.ts';

/**
 * What this phone can say of a scan without a network. `unknown`: another phone of the poster signed it, whose key has not come
 * yet. The server judges that.
 */
export async function judgeScan(visit: Visit, text: string): Promise<'valid' | 'unknown' | 'wrong'> {
  const keyId = readKeyId(text);
  if (keyId === null) return 'wrong';
  const { doorKey } = visit;
  if (doorKey === null || doorKey.keyId !== keyId) return 'unknown';
  return (await verifyScan(text, toSubject(visit), doorKey)) ? 'valid' : 'wrong';
}
