import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import { refresh } from '../../platform/queries/index.ts';
import { loadSession } from '../../platform/session/index.ts';
import { ownIdentityQuery } from './api.ts';

/** Fetches the result of a pending check, and the reason of a refused one. */
export function usePendingCheck(state: IdentityState): { reason: string | null } {
  const { data } = useQuery({ ...ownIdentityQuery(), enabled: state === 'pending' || state === 'refused' });
  const isDecided = state === 'pending' && data !== undefined && data.state !== 'pending';
  useEffect(() => {
    if (isDecided) void Promise.all([refresh('identity'), loadSession()]);
  }, [isDecided]);
  return { reason: data?.reason ?? null };
}
