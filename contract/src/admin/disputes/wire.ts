import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const disputeIdForm = wireForm(schema('disputeId'), { disputeId: 'disputeId' });
const decisionFields = {
  disputeId: 'disputeId',
  decision: 'decision',
  toWorker: 'toWorker',
  waiveCharge: 'waiveCharge',
} as const;
export const previewForm = wireForm(schema('decision'), decisionFields);
export const settleForm = wireForm(schema('settle'), { ...decisionFields, reason: 'reason' });
export const askForPapersForm = wireForm(schema('askForPapers'), {
  disputeId: 'disputeId',
  comment: 'comment',
});

export const disputeCaseReply = plainReply(schema('disputeCase'));
export const previewReply = plainReply(schema('preview'));
export const settledReply = plainReply(schema('settled'));
