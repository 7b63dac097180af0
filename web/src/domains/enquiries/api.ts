import { useMutation } from '@tanstack/react-query';
import { enquireForBusiness } from '@fws/contract/enquiries/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../platform/client/index.ts';

export type BusinessValues = CallInput<typeof enquireForBusiness>;

export const useEnquiry = () =>
  useMutation({ mutationFn: (values: BusinessValues) => callApi(enquireForBusiness, values) });
