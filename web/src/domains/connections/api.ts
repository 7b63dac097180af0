import { useMutation } from '@tanstack/react-query';
import {
  connect,
  connectedUsers,
  disconnect,
  personDetail,
  profileList,
} from '@fws/contract/connections/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

export const peoplePages = (search: string) => callPages('connections', profileList, { search });
export const connectPages = (search: string) => callPages('connections', connectedUsers, { search });
export const personQuery = (userId: string) => callQuery('connections', personDetail, { userId });

/** Connects or disconnects two people, for both sides. */
export function useConnection(userId: number) {
  const change = (call: typeof connect) => ({
    mutationFn: () => callApi(call, { userId: String(userId) }),
    onSuccess: () => refresh('connections'),
  });
  return { connect: useMutation(change(connect)), disconnect: useMutation(change(disconnect)) };
}
