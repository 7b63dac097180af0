import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { IdentityState } from '@fws/contract/kyc/process';
import { refresh } from '../../platform/queries/index.ts';
import { loadSession } from '../../platform/session/index.ts';
import { ownIdentity } from './api.ts';

/** Fetches the result of a pending check, and the reason of a refused one. */
export function usePendingCheck(shown: IdentityState): { reason: string | null } {
  const { data } = useQuery({ ...ownIdentity(), enabled: shown === 'pending' || shown === 'refused' });
  const decided = shown === 'pending' && data !== undefined && data.state !== 'pending';
  useEffect(() => {
    if (decided) void Promise.all([refresh('identity'), loadSession()]);
  }, [decided]);
  return { reason: data?.reason ?? null };
}
