import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';
import { settledReply } from '../disputes/wire.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const matterIdForm = wireForm(schema('matterId'), { matterId: 'matterId' });
const decisionFields = {
  matterId: 'matterId',
  decision: 'decision',
  amountPaise: 'amountPaise',
  reference: 'reference',
} as const;
export const previewForm = wireForm(schema('decision'), decisionFields);
export const decideForm = wireForm(schema('decide'), { ...decisionFields, reason: 'reason' });

export const matterCaseReply = plainReply(schema('matterCase'));
export const previewReply = plainReply(schema('preview'));
export { settledReply };
