import { call, emptyReply } from '../../platform/call.ts';
import { answeredForm, enquiryIdForm, enquiryReply } from './wire.ts';

export const adminEnquiry = call({
  name: 'admin_enquiry',
  access: 'admin',
  reads: true,
  permission: 'enquiries.read',
  form: enquiryIdForm,
  reply: enquiryReply,
  done: 'common.ok',
});
/** Removes the enquiry from the queue. `reason` records the answer for colleagues. */
export const adminEnquiryAnswered = call({
  name: 'admin_enquiry_answered',
  access: 'admin',
  reads: false,
  permission: 'enquiries.read',
  form: answeredForm,
  reply: emptyReply,
  done: 'admin.enquiry_answered',
});
