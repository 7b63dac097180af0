import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const enquiryIdForm = wireForm(schema('enquiryId'), { enquiryId: 'enquiryId' });
export const answeredForm = wireForm(schema('answered'), { enquiryId: 'enquiryId', reason: 'reason' });
export const enquiryReply = plainReply(schema('enquiry'));
