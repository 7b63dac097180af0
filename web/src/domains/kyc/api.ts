import { identityStatus, submitIdentity } from '@fws/contract/kyc/calls';
import type { IdentityStatus, IdKind } from '@fws/contract/kyc/model';
import { callApi } from '../../platform/client/index.ts';
import { callQuery, refresh } from '../../platform/queries/index.ts';
import { loadSession } from '../../platform/session/index.ts';

export const ownIdentity = () => callQuery('identity', identityStatus, { referenceId: '' });

export async function sendIdentity(values: { kind: IdKind; number: string }): Promise<IdentityStatus> {
  try {
    return await callApi(submitIdentity, values);
  } finally {
    // A refusal is also a new state.
    await Promise.all([refresh('identity'), loadSession()]);
  }
}
