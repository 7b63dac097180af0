import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const taskIdForm = wireForm(schema('taskId'), { taskId: 'taskId' });
export const taskDecisionForm = wireForm(schema('taskDecision'), {
  taskId: 'taskId',
  decision: 'decision',
  reason: 'reason',
});
export const taskCaseReply = plainReply(schema('taskCase'));
