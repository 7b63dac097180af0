import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const adminEnquiry = call({
  name: 'admin_enquiry',
  access: 'admin',
  reads: true,
  permission: 'enquiries.read',
  form: schema('enquiryId'),
  reply: schema('enquiry'),
  done: 'common.ok',
});
/** Removes the enquiry from the queue. `reason` records the answer for colleagues. */
export const adminEnquiryAnswered = call({
  name: 'admin_enquiry_answered',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'enquiries.read',
  form: schema('answered'),
  done: 'admin.enquiry_answered',
});
