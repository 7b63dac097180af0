import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';
import { settledReply } from '../disputes/wire.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const caseIdForm = wireForm(schema('caseId'), { caseId: 'caseId' });
const decisionFields = {
  caseId: 'caseId',
  decision: 'decision',
  amountPaise: 'amountPaise',
  reference: 'reference',
} as const;
export const previewForm = wireForm(schema('decision'), decisionFields);
export const decideForm = wireForm(schema('decide'), { ...decisionFields, reason: 'reason' });

export const caseDetailReply = plainReply(schema('caseDetail'));
export const previewReply = plainReply(schema('preview'));
export { settledReply };
