import { plainReply } from '../../platform/call.ts';
import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const enquiryIdForm = wireForm(schema('enquiryId'), { enquiryId: 'enquiryId' });
export const answeredForm = wireForm(schema('answered'), { enquiryId: 'enquiryId', reason: 'reason' });
export const enquiryReply = plainReply(schema('enquiry'));
