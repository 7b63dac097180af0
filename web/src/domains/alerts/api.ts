import { useMutation } from '@tanstack/react-query';
import { alertConfirm, alertDeny, ownerAlert } from '@fws/contract/identity/alerts/calls';
import { callApi } from '../../platform/client/index.ts';
import { callQuery } from '../../platform/queries/index.ts';

/** By id for the signed-in owner, or by the secret part of the link that was sent. */
export const alertQuery = (alert: string) => callQuery('identity', ownerAlert, { alert });

export const useConfirm = (alert: string) =>
  useMutation({ mutationFn: () => callApi(alertConfirm, { alert }) });

export const useDeny = (alert: string) => useMutation({ mutationFn: () => callApi(alertDeny, { alert }) });
