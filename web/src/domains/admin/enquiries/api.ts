import { useMutation } from '@tanstack/react-query';
import { adminAddresses, adminEnquiries } from '@fws/contract/admin/content/calls';
import { adminEnquiry, adminEnquiryAnswered } from '@fws/contract/admin/enquiries/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callPages, callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const enquiryPages = () => callPages('admin', adminEnquiries, {});
export const addressPages = () => callPages('admin', adminAddresses, {});
export const enquiryQuery = (enquiryId: string) => callQuery('admin', adminEnquiry, { enquiryId });

export const useMarkEnquiryAnswered = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminEnquiryAnswered>) => callApi(adminEnquiryAnswered, values),
    onSuccess: refreshAdmin,
  });
