import { pageWire, plainPageReply, plainReply } from '../platform/call.ts';
import { createSchemaLoader, wireForm } from '../platform/form.ts';

// These calls have no legacy clients: they use clean names and amounts in paise.

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const factorBeginForm = wireForm(schema('factorBegin'), { otp: 'otp' });
export const codeForm = wireForm(schema('code'), { code: 'code' });
export const auditForm = wireForm(schema('auditPage'), {
  ...pageWire,
  subject: 'subject',
  subjectId: 'subjectId',
});

export const statusReply = plainReply(schema('status'));
export const newFactorReply = plainReply(schema('newFactor'));
export const recoveryCodesReply = plainReply(schema('recoveryCodes'));
export const auditReply = plainPageReply(schema('auditEntry'));
