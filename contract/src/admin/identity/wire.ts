import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const checkIdForm = wireForm(schema('checkId'), { checkId: 'checkId' });
export const reviewForm = wireForm(schema('review'), {
  checkId: 'checkId',
  decision: 'decision',
  reason: 'reason',
});
export const identityCaseReply = plainReply(schema('identityCase'));
