import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const compareForm = wireForm(schema('compare'), { statement: 'statement' });
export const reopenForm = wireForm(schema('reopen'), { runId: 'runId', seen: 'seen', reason: 'reason' });
export const recoverForm = wireForm(schema('recover'), {
  kind: 'kind',
  number: 'number',
  workerId: 'workerId',
  reason: 'reason',
});
export const restoreReply = plainReply(schema('restoreCase'));
